import { noSuch } from "#shared/domain/errors.ts";
import { enforcementAt } from "#shared/domain/frameworks/enforcement.ts";
import { shownRule } from "#shared/domain/frameworks/live-rule.ts";
import { enforcementOf } from "#shared/store/enforcement.ts";
import { reviewsOfRules } from "#shared/store/rule-reviews.ts";
import { getLiveRules, getRuleHistory } from "#shared/store/rules.ts";

/**
 * One live rule with its review status and every version it has had.
 * @throws DomainError `not_found`
 */
export async function getRule(frameworkId: string, useCaseId: string, now: string) {
  const [[live], versions, events, reviewsOf] = await Promise.all([
    getLiveRules(frameworkId, [useCaseId]),
    getRuleHistory(frameworkId, useCaseId),
    enforcementOf(frameworkId),
    reviewsOfRules(frameworkId, now, [useCaseId]),
  ]);
  if (!live) throw noSuch("rule");
  const standing = enforcementAt(events, now)(live.rule);
  const { open, ...answers } = reviewsOf(useCaseId);
  return { ...shownRule(live, answers, open !== null, standing), versions };
}
