import { inForceAt } from "#shared/domain/frameworks/in-force.ts";
import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import { type RuleAnswers, standingApproval } from "#shared/domain/reviews/rule-status.ts";

/**
 * Whether a rule needs a review (contract, POST …/re-reviews): its law applies or will apply, the
 * latest approval is not of the live wording or an objection is open, and no open request is about that wording.
 * @param openWordings content hashes under review in open requests on the rule
 */
export function needsReview(
  { rule, content_hash }: LiveRule,
  answers: RuleAnswers,
  openWordings: ReadonlySet<string>,
  now: string,
): boolean {
  return (
    inForceAt(rule, now) !== "ended" &&
    standingApproval(answers)?.content_hash !== content_hash &&
    !openWordings.has(content_hash)
  );
}
