import type { AuditRow } from "#shared/domain/audit/row.ts";
import { delegationIn } from "#shared/domain/reviews/delegation.ts";

/** The member of an answer that says who passed the request on, where somebody did. */
export function passedOn(rows: readonly AuditRow[]) {
  const delegation = delegationIn(rows);
  return delegation === null ? {} : { delegation };
}
