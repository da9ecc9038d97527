import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { RequestParts } from "#shared/domain/evidence/bundle.ts";
import { checkpointsFrom } from "#shared/store/log-checkpoints.ts";
import { getLogRows } from "#shared/store/log-rows.ts";

export const hashIn = (row: AuditRow): string => row.row_hash ?? "";

/**
 * The same requests, but with counsel's rows only as far as a file contains them: up to the row that
 * the decision names, or to the end of the request, and those that the log had taken when it covered
 * these. So a file stays the same, whatever happens to counsel later.
 */
export async function withinFile(
  requests: readonly RequestParts[],
  others: readonly AuditRow[],
): Promise<RequestParts[]> {
  const ends = requests.map(endOf);
  const needed = [
    ...others,
    ...requests.flatMap(({ rows, counselRows }, i) => [
      ...rows,
      ...counselRows.slice(0, (ends[i] ?? 0) + 1),
    ]),
  ];
  const all = [...needed, ...requests.flatMap(({ counselRows }) => counselRows)].map(hashIn);
  const found = await getLogRows([...new Set(all)]);
  const leaves = new Map(found.flatMap((row) => (row === null ? [] : [[row.row_hash, row.index]])));
  const last = Math.max(-1, ...needed.flatMap((row) => leaves.get(hashIn(row)) ?? []));
  const [covering] = last < 0 ? [] : await checkpointsFrom(last + 1, 1);
  const isCovered = (row: AuditRow) =>
    (leaves.get(hashIn(row)) ?? Number.POSITIVE_INFINITY) < (covering?.size ?? 0);
  return requests.map((one, i) => {
    const end = Math.max(ends[i] ?? 0, one.counselRows.findLastIndex(isCovered));
    return { ...one, counselRows: one.counselRows.slice(0, end + 1) };
  });
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
