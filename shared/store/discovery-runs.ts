import type { AuditRow } from "#shared/domain/audit/row.ts";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import {
  type CompletedRun,
  type EndedRun,
  type FoundAtCommit,
  isEnded,
  type OpenRun,
  type RunKind,
  type RunRecord,
} from "#shared/domain/discovery/run.ts";
import { putAuditRow } from "./audit.ts";
import { connectionExists } from "./connections.ts";
import { entity, insert, is, put } from "./item.ts";
import { freePlace } from "./open-runs.ts";
import { type Listing, type Page, type Paging, pageInSteps, pageOf } from "./page.ts";
import { type Item, queryOnce, readRecord } from "./read.ts";
import { troubleOf } from "./run-troubles.ts";
import { indexEntry, type Key } from "./table-schema.ts";
import { type Action, type Outcome, retryOnConflict, transact, transactEach } from "./transact.ts";

/*
 * RUN#<id> / META: the run, job and result in one.
 * gsi1 by connection, sk <created_at>#<id>
 * gsi3 all, in eight partitions, sk <created_at>#<id>
 * gsi2 runs to be picked up, sk <due_at>#<id>: partial runs in eight partitions, so that a burst of
 *      deliveries does not hit a single one; full runs in their own, so that they delay no
 *      delivery; ended runs in none
 * gsi4 full runs by connection, examinations by connection, repository and commit, sk
 *      <created_at>#<id>: what a repository's clearance rests on
 * RUN#<id> / FOUND: what an examination found, as JSON
 */

const SHARDS = 8;

const runKey = (id: string): Key => ({ pk: `RUN#${id}`, sk: "META" });

const connectionRuns = (connectionId: string): string => `RUNS#CONNECTION#${connectionId}`;

const duePartitions: Readonly<Record<RunKind, readonly string[]>> = {
  partial: Array.from({ length: SHARDS }, (_, shard) => `RUNS#DUE#${shard}`),
  full: ["RUNS#DUE#FULL"],
  examination: ["RUNS#DUE#EXAMINATION"],
};

const runEntity = entity<StoredRun>("run", {
  error_jsonb: null,
  started_at: null,
  finished_at: null,
  requested_by: null,
  repository_id: null,
  commit: null,
  input: null,
  due_at: null,
  holds_place: false,
  traceparent: null,
});

/** A delivery's content is stored as text, because external names are keys in it. */
type StoredRun = Omit<RunRecord, "input"> & { input: string | null };

const runOf = (item: Item): RunRecord => {
  const stored = runEntity.fromItem(item);
  const input = stored.input === null ? null : JSON.parse(stored.input);
  return { ...stored, input } as RunRecord;
};

const stored = (run: RunRecord): StoredRun => ({
  ...run,
  input: run.input === null ? null : canonicalJson(run.input),
});

export const getRun = (id: string): Promise<RunRecord | null> => readRecord(runKey(id), runOf);

/** A connection's most recently requested run; the index may be a moment behind. */
export async function lastRunOf(connectionId: string): Promise<RunRecord | null> {
  const { items } = await queryOnce({
    index: "gsi1",
    pk: connectionRuns(connectionId),
    descending: true,
    limit: 1,
  });
  return items.map(runOf)[0] ?? null;
}

/** The subject of a run: a connection as a whole, or one of its repositories at a commit. */
export type RunSubject = Pick<RunRecord, "connection_id" | "repository_id" | "commit">;

const readPartition = ({ connection_id, repository_id, commit }: RunSubject): string =>
  commit === null
    ? `RUNS#FULL#${connection_id}`
    : `RUNS#EXAMINED#${connection_id}#${repository_id}#${commit}`;

/** How many of the newest runs are searched for a completed one. */
const MAX_LOOKED_THROUGH = 20;

/** The newest completed run on this subject; null if none of the last twenty was completed. */
export const newestCompletedRun = (subject: RunSubject): Promise<CompletedRun | null> =>
  newestRun(subject, (run): run is CompletedRun => run.status === "completed");

/** The newest full run of a connection that has ended; null if none of the last twenty has. */
export const newestEndedFullRun = (connection_id: string): Promise<EndedRun | null> =>
  newestRun({ connection_id, repository_id: null, commit: null }, isEnded);

async function newestRun<Wanted extends RunRecord>(
  subject: RunSubject,
  isWanted: (run: RunRecord) => run is Wanted,
): Promise<Wanted | null> {
  const { items } = await queryOnce({
    index: "gsi4",
    pk: readPartition(subject),
    descending: true,
    limit: MAX_LOOKED_THROUGH,
    only: summaryFields,
  });
  return items.map(runOf).find(isWanted) ?? null;
}

const foundKey = (id: string): Key => ({ pk: `RUN#${id}`, sk: "FOUND" });

/** Keeps what an examination found, before the run ends. */
export const putFoundByRun = (id: string, found: readonly FoundAtCommit[]): Promise<number> =>
  transactEach([put({ ...foundKey(id), found: JSON.stringify(found) })]);

/** What an examination found. */
export const readFoundByRun = async (id: string): Promise<FoundAtCommit[]> =>
  (await readRecord(foundKey(id), ({ found }) => JSON.parse(String(found)) as FoundAtCommit[])) ??
  [];

const allRuns: Listing = {
  index: "gsi3",
  partitions: Array.from({ length: SHARDS }, (_, shard) => `RUNS#ALL#${shard}`),
  descending: true,
};

export interface RunFilters {
  tenant_id?: string | undefined;
  status?: RunRecord["status"] | undefined;
}

/** A page of the runs of all tenants, newest first. */
export function allRunsPage(
  { tenant_id, status }: RunFilters,
  paging: Paging,
): Promise<Page<RunRecord>> {
  const keep = (run: RunRecord): boolean =>
    (tenant_id === undefined || run.tenant_id === tenant_id) &&
    (status === undefined || run.status === status);
  const isFiltered = tenant_id !== undefined || status !== undefined;
  return pageInSteps(paging, (step) => pageOf(allRuns, step, runOf, isFiltered ? keep : undefined));
}

/** The fields that tell how a run ended, without its input. */
const summaryFields = [
  "id",
  "connection_id",
  "tenant_id",
  "kind",
  "trigger",
  "commit",
  "status",
  "created_at",
  "finished_at",
  "artifacts_count",
  "coverage",
  "due_at",
  "error_jsonb",
].map((field) => `run.${field}`);

/** A connection's newest runs, with the fields that tell how they ended. */
export const newestRunsOf = async (connectionId: string, limit: number): Promise<RunRecord[]> =>
  (
    await queryOnce({
      index: "gsi1",
      pk: connectionRuns(connectionId),
      descending: true,
      limit,
      only: summaryFields,
    })
  ).items.map(runOf);

/** One page of a connection's runs, newest first. */
export const readRuns = (connectionId: string, page: Paging): Promise<Page<RunRecord>> =>
  pageOf(
    { index: "gsi1", partitions: [connectionRuns(connectionId)], descending: true },
    page,
    runOf,
  );

const PAGE = 200;

/** One page of the runs of a kind that are due at an instant, the longest waiting first. */
export const readDueRuns = (
  kind: RunKind,
  at: string,
  cursor: string | null,
): Promise<Page<RunRecord>> =>
  pageOf(
    { index: "gsi2", partitions: duePartitions[kind], below: `${at}$` },
    { limit: PAGE, cursor: cursor ?? undefined },
    runOf,
  );

function runItem(run: RunRecord): Item {
  const { id, kind, connection_id, created_at, due_at } = run;
  const partitions = duePartitions[kind];
  const shard = Number.parseInt(id.slice(0, 4), 16);
  const due = partitions[shard % partitions.length] ?? "";
  return {
    ...runKey(id),
    ...indexEntry("gsi1", connectionRuns(connection_id), `${created_at}#${id}`),
    ...indexEntry("gsi3", `RUNS#ALL#${shard % SHARDS}`, `${created_at}#${id}`),
    ...(due_at === null ? {} : indexEntry("gsi2", due, `${due_at}#${id}`)),
    ...(kind === "partial" ? {} : indexEntry("gsi4", readPartition(run), `${created_at}#${id}`)),
    ...runEntity.toItem(stored(run)),
  };
}

/** Enqueues a run as part of the transaction that decides on it. */
export const putNewRun = (run: RunRecord): Action => insert(runItem(run));

/**
 * Advances a run, with the step's audit row if any, if it is still as `before`. Status and number of
 * attempts identify a state, so only one of two workers continues. Ending a run frees its place among
 * the tenant's open full runs, and updates or settles the trouble noted for its connection, if there
 * still is one.
 */
export async function moveRun(
  before: OpenRun,
  after: RunRecord,
  row: AuditRow | null,
): Promise<Outcome> {
  const move = (trouble: Action | undefined) =>
    transact({
      trouble,
      connection: trouble === undefined ? undefined : connectionExists(after.connection_id),
      run: put(
        runItem(after),
        is({ "run.status": before.status, "run.attempts": before.attempts }),
      ),
      // A short run may start and end within a millisecond: the chain length orders its rows.
      row: row === null ? undefined : putAuditRow(row, { chainLength: isEnded(after) ? 2 : 1 }),
      place: isEnded(after) && after.holds_place ? freePlace(after) : undefined,
    });
  const trouble = async () => (isEnded(after) ? await troubleOf(after) : undefined);
  return retryOnConflict(await trouble(), async (noted) => {
    const outcome = await move(noted);
    if (outcome.committed || outcome.failed.has("run")) return { done: outcome };
    if (outcome.failed.has("connection")) return { conflict: undefined };
    return outcome.failed.has("trouble") ? { conflict: await trouble() } : { done: outcome };
  });
}
