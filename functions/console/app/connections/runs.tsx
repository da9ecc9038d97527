import { Badge, Empty, Time, type Tone } from "../parts/basics.tsx";
import type { Connection } from "../parts/connections.tsx";
import { reasonText } from "../parts/reasons.ts";
import { type Columns, Entry, List, useFilters } from "../parts/table.tsx";
import { call, type Item, may, type Outcome } from "../shell/client.ts";
import { filteredPage, type Page } from "../shell/filtered.ts";
import { useLoad } from "../shell/load.ts";
import { t } from "./texts.ts";

type Run = Item<"listDiscoveryRuns">;

const tones: Readonly<Record<Run["status"], Tone>> = {
  queued: "quiet",
  running: "wait",
  completed: "sound",
  failed: "bad",
};

export const RunBadge = ({ status }: Pick<Run, "status">) => (
  <Badge tone={tones[status]}>{t.runStates[status]}</Badge>
);

/** Why a run could not list everything. */
export interface Gap {
  code: string;
  hint: string | null;
}

/** A list shows this many reasons of a run; the run's own page shows all of them. */
const MAX_GAPS = 3;

/** Why a run found nothing, or not everything, besides why it failed. Each reason appears once. */
export function gapsOf({ coverage, error_jsonb }: Pick<Run, "coverage" | "error_jsonb">): Gap[] {
  const said = error_jsonb?.["code"];
  const gaps = coverage.flatMap(({ status, code, hint = null }) =>
    status === "complete" || code === undefined || code === said ? [] : [{ code, hint }],
  );
  return [...new Map(gaps.map((gap) => [gap.code, gap])).values()].slice(0, MAX_GAPS);
}

/** The discovery runs of a connection, newest first. */
export function Runs({ connection }: { connection: Connection }) {
  const filters = useFilters([]);
  const { cursor, key } = filters;
  const list = useLoad(`runs ${connection.id} ${key}`, async (): Promise<Outcome<Page<Run>>> => {
    const { id, tenant_id } = connection;
    if (may("listDiscoveryRuns"))
      return call("listDiscoveryRuns", { params: { id }, query: { limit: "50", cursor } });
    return filteredPage<Run>(
      cursor,
      50,
      (from) => call("listAllDiscoveryRuns", { query: { limit: "200", cursor: from, tenant_id } }),
      ({ connection_id }) => connection_id === id,
    );
  });
  return (
    <section>
      <List
        of={list}
        empty={<Empty>{t.noRuns}</Empty>}
        name={t.tabs.runs}
        columns={columns}
        pages={filters}
      />
    </section>
  );
}

const columns: Columns<Run> = [
  [
    t.runColumns.started,
    (row) =>
      may("getDiscoveryRun") ? (
        <Entry to={`/connections/runs/${row.id}`}>
          <Time iso={row.created_at} />
        </Entry>
      ) : (
        <Time iso={row.created_at} />
      ),
  ],
  [t.runColumns.kind, (row) => t.runKinds[row.kind]],
  [t.runColumns.trigger, (row) => t.triggers[row.trigger]],
  [t.runColumns.status, (row) => <RunBadge status={row.status} />],
  [
    t.runColumns.found,
    (row) => (
      <>
        {t.systems(row.artifacts_count)}
        {row.error_jsonb && (
          <p class="soft fine">{reasonText(String(row.error_jsonb["code"] ?? ""))}</p>
        )}
        {gapsOf(row).map(({ code }) => (
          <p key={code} class="soft fine">
            {reasonText(code)}
          </p>
        ))}
      </>
    ),
  ],
];
