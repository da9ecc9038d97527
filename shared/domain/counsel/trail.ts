import { type AuditRow, chained } from "#shared/domain/audit/row.ts";
import type { CounselRecord } from "./counsel.ts";

/** A counsel after a change, and the rows about it, linked to the counsel's own chain. */
export interface CounselChange {
  after: CounselRecord;
  rows: readonly AuditRow[];
}

/** Links the rows about a change to the counsel's chain, whose head moves with them. */
export function recorded(after: CounselRecord, ...rows: readonly AuditRow[]): CounselChange {
  let head = after.audit_head;
  const linked = rows.map((given) => {
    const next = chained(given, head);
    head = next.head;
    return next.row;
  });
  return { after: { ...after, audit_head: head }, rows: linked };
}

/** A new counsel, whose first row begins the chain. */
export function registered(
  counsel: Omit<CounselRecord, "audit_head">,
  given: AuditRow,
): CounselChange {
  const { row, head } = chained(given, null);
  return { after: { ...counsel, audit_head: head }, rows: [row] };
}
