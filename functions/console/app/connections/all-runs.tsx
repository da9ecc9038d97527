import { Badge, Empty, Screen, Time } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { reasonText } from "../parts/reasons.ts";
import { ChoiceFilter, TenantFilter } from "../parts/search.tsx";
import { type Columns, Entry, List, useFilters } from "../parts/table.tsx";
import { useTenantNames } from "../parts/tenants.ts";
import type { Item } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import { t as shell } from "../shell/texts.ts";
import { type Gap, gapsOf, RunBadge } from "./runs.tsx";
import { t } from "./texts.ts";

type Run = Item<"listAllDiscoveryRuns">;
const states = [["", shell.all], ...Object.entries(t.runStates)] as [string, string][];

/** The discovery runs of every tenant, newest first, with the reason for each failure. */
export function AllRuns() {
  const filters = useFilters(["status", "tenant_id"]);
  const { values, cursor } = filters;
  const names = useTenantNames();
  const query = { limit: "50", cursor, ...values } as object;
  const list = useCall("listAllDiscoveryRuns", { query });
  const connections = useCall("listAllConnections", { query: { limit: "200" } });
  const nameOf = new Map(
    (connections.data?.items ?? []).map(({ id, display_name }) => [id, line(display_name)]),
  );
  const rows = list.data?.items ?? [];
  const shared = sharedReason(rows.map(({ error_jsonb }) => error_jsonb));
  const why = [
    t.remarks,
    (row: Run) => <Why error={shared === null ? row.error_jsonb : null} gaps={gapsOf(row)} />,
  ] as const;
  const columns: Columns<Run> = [
    [
      t.runColumns.started,
      (row) => (
        <Entry to={`/connections/${row.connection_id}?tab=runs`}>
          <Time iso={row.created_at} />
        </Entry>
      ),
    ],
    [t.columns.tenant, (row) => names.get(row.tenant_id) ?? <code>{row.tenant_id}</code>],
    [t.runColumns.connection, (row) => nameOf.get(row.connection_id) ?? t.goneConnection],
    [t.runColumns.trigger, (row) => t.triggers[row.trigger]],
    [t.runColumns.status, (row) => <RunBadge status={row.status} />],
    [t.runColumns.found, (row) => t.systems(row.artifacts_count)],
    ...(shared === null || rows.some((row) => gapsOf(row).length > 0) ? [why] : []),
  ];
  return (
    <Screen title={t.allRuns} lead={t.allRunsLead}>
      <search class="filters">
        <ChoiceFilter of={filters} name="status" label={t.filterStatus} options={states} />
        <TenantFilter of={filters} label={t.filterTenant} names={names} />
      </search>
      {shared !== null && (
        <div class="note">
          <h2>{t.sharedReason(rows.length)}</h2>
          <Why error={shared} gaps={[]} />
        </div>
      )}
      <List
        of={list}
        empty={<Empty>{t.noSuchRuns}</Empty>}
        name={t.allRuns}
        columns={columns}
        pages={filters}
      />
    </Screen>
  );
}

/**
 * Why a run failed, or found nothing or not everything; a run that was given up after its last
 * attempt is a dead letter.
 */
function Why({ error, gaps }: { error: Run["error_jsonb"]; gaps: readonly Gap[] }) {
  if (error === null && gaps.length === 0) return "–";
  return (
    <>
      {error?.["dead_letter"] === true && <Badge tone="bad">{t.deadLetter}</Badge>}
      {error !== null && <Reason code={String(error["code"] ?? "")} hint={error["hint"]} />}
      {gaps.map(({ code, hint }) => (
        <Reason key={code} code={code} hint={hint} />
      ))}
    </>
  );
}

const Reason = ({ code, hint }: { code: string; hint: unknown }) => (
  <>
    <p class="fine">{reasonText(code)}</p>
    {typeof hint === "string" && <p class="soft fine">{line(hint)}</p>}
  </>
);

/** What all runs of a page say; null if they differ, or if there are not several. */
function sharedReason(errors: readonly Run["error_jsonb"][]): Run["error_jsonb"] {
  const [first, ...others] = errors;
  if (!first || others.length === 0) return null;
  const said = JSON.stringify(first);
  return others.every((one) => JSON.stringify(one) === said) ? first : null;
}
