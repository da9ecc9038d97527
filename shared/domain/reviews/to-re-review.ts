import { inForceAt } from "#shared/domain/frameworks/in-force.ts";
import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import type { RuleAnswers } from "#shared/domain/reviews/rule-status.ts";

/**
 * Whether a rule has to be reviewed (contract, POST …/re-reviews): its law applies or will, nobody's
 * latest approval is of its live wording, and no open request is about that wording.
 * @param openWordings content hashes that open requests on the rule are about
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
