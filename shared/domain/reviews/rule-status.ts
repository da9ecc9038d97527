/** The review status of one rule (contract, "coverage"). */
export type RuleStatus =
  | "approved_live"
  | "approved_then_changed"
  | "never_approved"
  | "pending"
  | "never_reviewed";

/** The latest decision of one kind on one rule. */
export interface Answered {
  review_id: string;
  decided_at: string;
  content_hash: string;
}

export interface RuleAnswers {
  /** The latest approval; a later rejection does not revoke it. */
  approved: Answered | null;
  /** The latest decision that was not an approval. */
  denied: Answered | null;
}

export const noAnswers: RuleAnswers = { approved: null, denied: null };

/**
 * The status of a rule. If it was ever approved, only the latest approval counts; otherwise an open
 * review takes precedence over an earlier rejection.
 */
export function ruleStatus(
  liveHash: string,
  { approved, denied }: RuleAnswers,
  isOpen: boolean,
): RuleStatus {
  if (approved !== null) {
    return approved.content_hash === liveHash ? "approved_live" : "approved_then_changed";
  }
  if (isOpen) return "pending";
  return denied === null ? "never_reviewed" : "never_approved";
}
