import type { AuditAction } from "#shared/domain/audit/vocabulary.ts";

export type ReviewAction = Extract<AuditAction, `rule_review.${string}`>;

/**
 * The part that each row of a review's trail plays in the review's life. `aside`: the row changes no
 * status, may repeat and may follow the end.
 */
const parts = {
  "rule_review.requested": "beginning",
  "rule_review.viewed_by_counsel": "view",
  "rule_review.approved": "decision",
  "rule_review.approved_with_changes": "decision",
  "rule_review.changes_requested": "decision",
  "rule_review.rejected": "decision",
  "rule_review.cancelled": "end",
  "rule_review.expired": "end",
  "rule_review.link_renewed": "aside",
  "rule_review.extended": "aside",
  "rule_review.question_asked": "aside",
  "rule_review.question_answered": "aside",
  "rule_review.link_mailed": "aside",
  "rule_review.reminded": "aside",
  "rule_review.mail_delivered": "aside",
  "rule_review.mail_bounced": "aside",
  "rule_review.mail_complained": "aside",
  "rule_review.words_erased": "aside",
  "rule_review.certificate_signed": "aside",
} as const satisfies Record<ReviewAction, "beginning" | "view" | "decision" | "end" | "aside">;

type Part = (typeof parts)[ReviewAction];

/** The actions that play this part in a review's life. */
export type ActionsOf<P extends Part> = {
  [A in ReviewAction]: (typeof parts)[A] extends P ? A : never;
}[ReviewAction];

/** Whether an action plays this part in a review's life. */
export const isPart = (action: string, part: Part): boolean =>
  Object.hasOwn(parts, action) && parts[action as ReviewAction] === part;

/** Whether an audit row records counsel's decision; a request has at most one. */
export const isDecisionRow = (row: { resource_type: string; action: string }): boolean =>
  row.resource_type === "rule_review_request" && isPart(row.action, "decision");
