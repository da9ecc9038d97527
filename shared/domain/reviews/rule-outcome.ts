import { type DecidedReview, isApproval } from "./review.ts";
import type { RuleVerdict } from "./rule-verdicts.ts";
import { type Decision, isDecision, type PanelResult, type ReviewStatus } from "./statuses.ts";

/** The part of a review that determines the outcome for each of its rules. */
export interface Said {
  status: ReviewStatus;
  rule_verdicts?: readonly RuleVerdict[] | null | undefined;
}

/** The verdict of a review on one of its rules; null: none. */
export const verdictOn = (
  { rule_verdicts }: Pick<Said, "rule_verdicts">,
  useCaseId: string,
): RuleVerdict | null =>
  rule_verdicts?.find(({ use_case_id }) => use_case_id === useCaseId) ?? null;

/**
 * The outcome of a review for one of its rules (reviews-that-run, section 5): the rule's verdict, else
 * the request's decision. If the decision is not an approval, no rule is approved.
 * @returns null while the review is not decided
 */
export function ruleOutcome(review: Said, useCaseId: string): Decision | null {
  const { status } = review;
  if (!isDecision(status)) return null;
  const verdict = verdictOn(review, useCaseId)?.verdict ?? status;
  return isApproval(verdict) && !isApproval(status) ? status : verdict;
}

/** What a panel's member said of a rule, if it counts: if it agrees with the panel's outcome. */
export function countedOutcome(
  member: Said,
  useCaseId: string,
  outcome: PanelResult | undefined,
): Decision | null {
  const said = ruleOutcome(member, useCaseId);
  const isDecided = outcome !== undefined && outcome !== "undecided";
  return said !== null && isDecided && isApproval(said) === isApproval(outcome) ? said : null;
}

/** The outcome of a decision for one rule. */
export interface RuleOutcome {
  use_case_id: string;
  /** Hash of the content that was reviewed. */
  content_hash: string;
  outcome: Decision;
  /** The rule's own verdict; null: it has none, and the request's decision holds. */
  verdict: Decision | null;
}

/** The outcome of a decision for each of its rules, in their order. */
export const outcomesOf = (decided: DecidedReview): RuleOutcome[] =>
  decided.rule_use_case_ids.map((use_case_id, i) => ({
    use_case_id,
    content_hash: decided.pinned_hashes[i] as string,
    outcome: ruleOutcome(decided, use_case_id) ?? decided.status,
    verdict: verdictOn(decided, use_case_id)?.verdict ?? null,
  }));
