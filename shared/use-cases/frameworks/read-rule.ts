import { DomainError } from "#shared/domain/errors.ts";
import { shownRule } from "#shared/domain/frameworks/live-rule.ts";
import { reviewsOfRules } from "#shared/store/rule-reviews.ts";
import { getLiveRules, getRuleHistory } from "#shared/store/rules.ts";

/**
 * One live rule with its review status and every version it has had.
 * @throws DomainError `not_found`
 */
export async function readRule(frameworkId: string, useCaseId: string, now: string) {
  const [[live], versions, reviewsOf] = await Promise.all([
    getLiveRules(frameworkId, [useCaseId]),
    getRuleHistory(frameworkId, useCaseId),
    reviewsOfRules(frameworkId, now, [useCaseId]),
  ]);
  if (!live) throw new DomainError("not_found", "There is no such rule.");
  const { open, ...answers } = reviewsOf(useCaseId);
  return { ...shownRule(live, answers, open !== null, now), versions };
}
