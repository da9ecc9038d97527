/** What reviews say of one rule (contract, "coverage"). */
export type RuleStatus =
  | "approved_live"
  | "approved_then_changed"
  | "never_approved"
  | "pending"
  | "never_reviewed";

/** The latest answer of one kind to one rule. */
export interface Answered {
  review_id: string;
  decided_at: string;
  content_hash: string;
}

export interface RuleAnswers {
  /** The latest approval; a later no does not undo it. */
  approved: Answered | null;
  /** The latest answer that was no. */
  denied: Answered | null;
}

export const noAnswers: RuleAnswers = { approved: null, denied: null };

/**
 * The status of a rule: compared with its latest approval only; an open review counts only where
 * nothing is approved, and wins over an earlier no.
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
