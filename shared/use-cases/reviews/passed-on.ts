import type { AuditRow } from "#shared/domain/audit/row.ts";
import { toldRow } from "#shared/domain/audit/told-row.ts";
import { type CounselRecord, vouchedBy } from "#shared/domain/counsel/counsel.ts";
import { delegationIn } from "#shared/domain/reviews/delegation.ts";

/** The member of an answer that says who passed the request on to a counsel, where somebody did. */
export function passedOn(rows: readonly AuditRow[], counsel: CounselRecord) {
  const delegation = delegationIn(rows.slice(0, 1).map(toldRow));
  return delegation === null
    ? {}
    : { delegation: { ...delegation, vouched_by: vouchedBy(counsel) } };
}
