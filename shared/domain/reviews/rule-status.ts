import type { Decision } from "./statuses.ts";

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
  /** The panel whose result it is; absent: the review's own decision. */
  panel_id?: string;
}

/** The latest verdict by which counsel objected to one rule (reviews-that-run, section 5). */
export interface Objection extends Answered {
  verdict: Extract<Decision, "changes_requested" | "rejected">;
}

export interface RuleAnswers {
  /** The latest approval; a later rejection does not revoke it. */
  approved: Answered | null;
  /** The latest decision that was not an approval. */
  denied: Answered | null;
  objection: Objection | null;
  /** The latest verdict that approved the rule and named changes that should follow. */
  wish: Answered | null;
}

export const noAnswers: RuleAnswers = { approved: null, denied: null, objection: null, wish: null };

/** The objection, if no later approval of the rule, in whatever wording, has settled it. */
export const openObjection = ({
  approved,
  objection,
}: Pick<RuleAnswers, "approved" | "objection">): Objection | null =>
  objection !== null && (approved === null || approved.decided_at <= objection.decided_at)
    ? objection
    : null;

/** The wished changes, if the rule has not been approved since. */
export const openWish = ({
  approved,
  wish,
}: Pick<RuleAnswers, "approved" | "wish">): Answered | null =>
  wish !== null && wish.review_id === approved?.review_id ? wish : null;

/** The latest approval, unless an objection is open: an objection inside an approval is not green. */
export const standingApproval = (answers: RuleAnswers): Answered | null =>
  openObjection(answers) === null ? answers.approved : null;

/**
 * The status of a rule. If it was ever approved, only the latest approval counts, unless counsel has
 * objected to the rule since; otherwise an open review takes precedence over an earlier rejection.
 */
export function ruleStatus(liveHash: string, answers: RuleAnswers, isOpen: boolean): RuleStatus {
  const approved = standingApproval(answers);
  if (approved !== null) {
    return approved.content_hash === liveHash ? "approved_live" : "approved_then_changed";
  }
  if (isOpen) return "pending";
  return answers.denied === null ? "never_reviewed" : "never_approved";
}
