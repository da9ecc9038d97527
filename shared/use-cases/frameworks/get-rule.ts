import { noSuch } from "#shared/domain/errors.ts";
import { type RuleLaw, type ShownRule, withLawDays } from "#shared/domain/frameworks/live-rule.ts";
import { enforcementOf } from "#shared/store/enforcement.ts";
import { getLiveRules, getRuleHistory } from "#shared/store/rules.ts";
import { readRuleRecords } from "#shared/use-cases/standing/rule-records.ts";
import { shownRules } from "#shared/use-cases/standing/shown-rules.ts";

/**
 * One live rule with its review status and every version it has had.
 * @throws DomainError `not_found`
 */
export async function getRule(frameworkId: string, useCaseId: string, now: string) {
  const [[live], versions, events, records] = await Promise.all([
    getLiveRules(frameworkId, [useCaseId]),
    getRuleHistory(frameworkId, useCaseId),
    enforcementOf(frameworkId),
    readRuleRecords({ frameworkId, at: now, now, useCaseIds: [useCaseId] }),
  ]);
  if (!live) throw noSuch("rule");
  const [shown] = withLawDays(await shownRules([live], records, events, now), events, now);
  return { ...(shown as ShownRule & RuleLaw), versions };
}
