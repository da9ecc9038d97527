import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { RequestParts } from "#shared/domain/evidence/bundle.ts";
import { checkpointsFrom } from "#shared/store/log-checkpoints.ts";
import { getLogRows } from "#shared/store/log-rows.ts";

export const hashIn = (row: AuditRow): string => row.row_hash ?? "";

/**
 * Cuts a request of a file: counsel's rows go up to the row that the decision names, or to the end of
 * the request, and contain those that the log had taken when it covered the whole file. So a file
 * stays the same, whatever happens to counsel later.
 * @param requests all of the file
 * @param others its rows that belong to none of them
 */
export async function withinFile(
  requests: readonly RequestParts[],
  others: readonly AuditRow[],
): Promise<(one: RequestParts) => RequestParts> {
  const needed = [
    ...others,
    ...requests.flatMap((one) => [...one.rows, ...one.counselRows.slice(0, endOf(one) + 1)]),
  ];
  const all = [...needed, ...requests.flatMap(({ counselRows }) => counselRows)].map(hashIn);
  const found = await getLogRows([...new Set(all)]);
  const leaves = new Map(found.flatMap((row) => (row === null ? [] : [[row.row_hash, row.index]])));
  const last = Math.max(-1, ...needed.flatMap((row) => leaves.get(hashIn(row)) ?? []));
  const [covering] = last < 0 ? [] : await checkpointsFrom(last + 1, 1);
  const isCovered = (row: AuditRow) =>
    (leaves.get(hashIn(row)) ?? Number.POSITIVE_INFINITY) < (covering?.size ?? 0);
  return (one) => {
    const end = Math.max(endOf(one), one.counselRows.findLastIndex(isCovered));
    return { ...one, counselRows: one.counselRows.slice(0, end + 1) };
  };
}

/** The index of the last of counsel's rows that a request needs. */
function endOf({ record, rows, counselRows }: RequestParts): number {
  const last = counselRows.length - 1;
  const decision = rows.find(({ context }) => context.counsel_head !== undefined);
  if (decision !== undefined) {
    const head = decision.context.counsel_head;
    const at = counselRows.findIndex((row) => hashIn(row) === head);
    return at < 0 ? last : at;
  }
  if (record.status === "pending") return last;
  const end = rows.find(({ action }) => action === `rule_review.${record.status}`);
  return counselRows.findLastIndex(({ created_at }) => created_at <= (end?.created_at ?? ""));
}
