import { type AuditRow, loggedHash } from "#shared/domain/audit/row.ts";
import { isLogged } from "#shared/domain/audit/vocabulary.ts";
import { type WaitingDecision, waitingDecision } from "#shared/domain/log/public-seal.ts";
import { isDecision } from "#shared/domain/reviews/review.ts";
import { auditPartitions, auditRowOf } from "#shared/store/audit.ts";
import { type LogProgress, putProgress } from "#shared/store/log.ts";
import { getLogRows, putMissingRows, putWaitingRow } from "#shared/store/log-rows.ts";
import { getItems, type Item, queryOnce } from "#shared/store/read.ts";
import { reviewKey, reviewOf } from "#shared/store/reviews.ts";

/** An index shows a row some time after it was written. */
const INDEX_LAG_MS = 60_000;
const PAGE = 400;

/**
 * Rows that were written before there was a log, brought in once, oldest first, marked as late. Ends
 * for good an hour after the log began: a row that turns up later was not written by this system.
 */
export async function importLateRows(
  progress: LogProgress,
  now: string,
  mayGoOn: () => boolean,
): Promise<LogProgress> {
  let state = progress;
  while (!state.late_done && mayGoOn()) {
    const settled = new Date(Date.parse(now) - INDEX_LAG_MS).toISOString();
    const below = settled < state.late_until ? settled : state.late_until;
    const from = state.late_from ?? "";
    const { items } =
      from < below
        ? await queryOnce({
            index: "gsi1",
            pk: auditPartitions.all,
            from: from || "0",
            below,
            limit: PAGE,
          })
        : { items: [] };
    await bringIn(items);
    const isAll = items.length < PAGE;
    const last = items.at(-1)?.gsi1sk;
    const reached = isAll ? below : `${last}\u0000`;
    state = { ...state, late_from: reached > from ? reached : from };
    state.late_done = isAll && below === state.late_until;
    if (state.late_from !== progress.late_from || state.late_done) await putProgress(state);
    if (isAll) break;
  }
  return state;
}

async function bringIn(items: readonly Item[]): Promise<void> {
  const logged = items
    .map((item) => ({ row: auditRowOf(item), place: String(item.sk) }))
    .filter(({ row }) => isLogged(row))
    .map(({ row, place }) => ({ place, row: { ...row, row_hash: loggedHash(row) } }));
  const standing = await getLogRows(logged.map(({ row }) => row.row_hash));
  const missing = logged.filter((_, i) => standing[i] === null);
  const decisions = await decisionsOf(missing.map(({ row }) => row));
  await putMissingRows(
    missing.map(({ row, place }) =>
      putWaitingRow(row, place, { late: true, decision: decisions.get(row.row_hash) ?? null }),
    ),
  );
}

type Hashed = AuditRow & { row_hash: string };

/** What the seals of late decisions cover: the record, the rules, and what their rows say of more. */
async function decisionsOf(rows: readonly Hashed[]): Promise<Map<string, WaitingDecision>> {
  const decided = rows.filter(({ context }) => "decision_signature" in context);
  const items = await getItems(decided.map(({ resource_id }) => reviewKey(resource_id)));
  return new Map(
    decided.flatMap((row, i) => {
      const item = items[i];
      const record = item ? reviewOf(item) : null;
      return record !== null && isDecision(record.status)
        ? [[row.row_hash, waitingDecision(record, row)] as const]
        : [];
    }),
  );
}
