import { type AuditRow, loggedHash } from "#shared/domain/audit/row.ts";
import { isLogged } from "#shared/domain/audit/vocabulary.ts";
import { type WaitingDecision, waitingDecision } from "#shared/domain/log/public-seal.ts";
import { isDecision } from "#shared/domain/reviews/review.ts";
import { type PlacedRow, rowsWritten } from "#shared/store/audit-trails.ts";
import { type LogProgress, putProgress } from "#shared/store/log.ts";
import { getLogRows, putMissingRows, putWaitingRow } from "#shared/store/log-rows.ts";
import { getReviews } from "#shared/store/reviews.ts";

/** How long after it is written a row may take to appear in an index. */
const INDEX_LAG_MS = 60_000;
const PAGE = 400;

/**
 * Adds the rows written before the log existed, once, oldest first, marked as late. Ends for good
 * an hour after the log began: a row that turns up later was not written by this system.
 */
export async function importLateRows(
  progress: LogProgress,
  now: string,
  mayGoOn: () => boolean,
): Promise<LogProgress> {
  let state = progress;
  while (!state.late_done && mayGoOn()) {
    const indexed = new Date(Date.parse(now) - INDEX_LAG_MS).toISOString();
    const below = indexed < state.late_until ? indexed : state.late_until;
    const from = state.late_from ?? "";
    const { rows, next } =
      from < below ? await rowsWritten(from, below, PAGE) : { rows: [], next: null };
    await bringIn(rows);
    const reached = next ?? below;
    state = { ...state, late_from: reached > from ? reached : from };
    state.late_done = next === null && below === state.late_until;
    if (state.late_from !== progress.late_from || state.late_done) await putProgress(state);
    if (next === null) break;
  }
  return state;
}

async function bringIn(rows: readonly PlacedRow[]): Promise<void> {
  const logged = rows
    .filter(({ row }) => isLogged(row))
    .map(({ row, place }) => ({ place, row: { ...row, row_hash: loggedHash(row) } }));
  const known = await getLogRows(logged.map(({ row }) => row.row_hash));
  const missing = logged.filter((_, i) => known[i] === null);
  const decisions = await decisionsOf(missing.map(({ row }) => row));
  await putMissingRows(
    missing.map(({ row, place }) =>
      putWaitingRow(row, place, { late: true, decision: decisions.get(row.row_hash) ?? null }),
    ),
  );
}

type Hashed = AuditRow & { row_hash: string };

/** What the seals of late decisions cover: the record, the rules, and what else their rows say. */
async function decisionsOf(rows: readonly Hashed[]): Promise<Map<string, WaitingDecision>> {
  const decided = rows.filter(({ context }) => "decision_signature" in context);
  const records = await getReviews(decided.map(({ resource_id }) => resource_id));
  return new Map(
    decided.flatMap((row, i) => {
      const record = records[i] ?? null;
      return record !== null && isDecision(record.status)
        ? [[row.row_hash, waitingDecision(record, row)] as const]
        : [];
    }),
  );
}
