import { Link } from "wouter-preact";
import { Badge, Empty, Screen, Time } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { reasonText } from "../parts/reasons.ts";
import { ChoiceFilter, TenantFilter } from "../parts/search.tsx";
import { type Columns, Entry, List, useFilters } from "../parts/table.tsx";
import { useTenantNames } from "../parts/tenants.ts";
import { call, type Item, type Outcome } from "../shell/client.ts";
import { filteredPage, type Page } from "../shell/filtered.ts";
import { useCall, useLoad } from "../shell/load.ts";
import { type Gap, gapsOf, RunBadge } from "./runs.tsx";
import { t } from "./texts.ts";

type Run = Item<"listAllDiscoveryRuns">;

/** The discovery runs of every tenant, newest first, with the reason for each failure. */
export function AllRuns() {
  const filters = useFilters(["status", "tenant_id", "run"]);
  const { values, cursor, key } = filters;
  const names = useTenantNames();
  const list = useLoad(`all runs ${key}`, () => askPage(values, cursor));
  const connections = useCall("listAllConnections", { query: { limit: "200" } });
  const nameOf = new Map(
    (connections.data?.items ?? []).map(({ id, display_name }) => [id, line(display_name)]),
  );
  const isWhole = connections.data?.next_cursor === null;
  const unnamed = (id: string) =>
    isWhole ? t.goneConnection : connections.isLoading ? "…" : <code>{id}</code>;
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
    [t.runColumns.connection, (row) => nameOf.get(row.connection_id) ?? unnamed(row.connection_id)],
    [t.runColumns.trigger, (row) => t.triggers[row.trigger]],
    [t.runColumns.status, (row) => <RunBadge status={row.status} />],
    [t.runColumns.found, (row) => t.systems(row.artifacts_count)],
    ...(shared === null || rows.some((row) => gapsOf(row).length > 0) ? [why] : []),
  ];
  return (
    <Screen title={t.allRuns} lead={t.allRunsLead}>
      <search class="filters">
        <ChoiceFilter of={filters} name="status" label={t.filterStatus} choices={t.runStates} />
        <TenantFilter of={filters} label={t.filterTenant} names={names} />
      </search>
      {values.run !== "" && (
        <p>
          <Link href={`/connections/runs?tenant_id=${values.tenant_id}`}>{t.runsOfTenant}</Link>
        </p>
      )}
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

/** A page of the runs. If the address names a run, the page has that run alone. */
function askPage(
  { run, ...given }: Record<"status" | "tenant_id" | "run", string>,
  cursor: string,
): Promise<Outcome<Page<Run>>> {
  const ask = (limit: string, from: string) =>
    call("listAllDiscoveryRuns", { query: { limit, cursor: from, ...given } as object });
  if (run === "") return ask("50", cursor);
  return filteredPage<Run>(
    cursor,
    1,
    (from) => ask("200", from),
    ({ id }) => id === run,
  );
}

/**
 * The reason why a run failed, or found nothing or not everything. A run that was given up after its
 * last attempt is a dead letter.
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

/** The error that all runs of a page share; null if they differ, or if there is only one. */
function sharedReason(errors: readonly Run["error_jsonb"][]): Run["error_jsonb"] {
  const [first, ...others] = errors;
  if (!first || others.length === 0) return null;
  const said = JSON.stringify(first);
  return others.every((one) => JSON.stringify(one) === said) ? first : null;
}
