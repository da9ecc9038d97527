import type { AuditRow } from "#shared/domain/audit/row.ts";
import { delegationIn } from "#shared/domain/reviews/delegation.ts";

/** The member of an answer that says who passed the request on, where somebody did. */
export function passedOn(rows: readonly AuditRow[]) {
  const delegation = delegationIn(rows);
  if (delegation === null) return {};
  const { from, at, reason } = delegation;
  return { delegation: { from: from.display_name, at, reason } };
}
