import { inForceAt } from "#shared/domain/frameworks/in-force.ts";
import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import type { RuleAnswers } from "#shared/domain/reviews/rule-status.ts";

/**
 * Whether a rule needs a review (contract, POST …/re-reviews): its law applies or will apply, the
 * latest approval is not of the live wording, and no open request is about that wording.
 * @param openWordings content hashes under review in open requests on the rule
 */
export function needsReview(
  { rule, content_hash }: LiveRule,
  { approved }: RuleAnswers,
  openWordings: ReadonlySet<string>,
  now: string,
): boolean {
  return (
    inForceAt(rule, now) !== "ended" &&
    approved?.content_hash !== content_hash &&
    !openWordings.has(content_hash)
  );
}
