import { enforcementAt } from "#shared/domain/frameworks/enforcement.ts";
import { type LiveRule, type ShownRule, shownRule } from "#shared/domain/frameworks/live-rule.ts";
import type { enforcementOf } from "#shared/store/enforcement.ts";
import { objectionsIn } from "./objections-in.ts";
import { type readRuleRecords, wordingsOf } from "./rule-records.ts";

/**
 * Live rules as answers show them, with their standing. Reads what counsel wrote about refused rules,
 * and usually nothing else.
 * @param records of these rules, as of now
 */
export async function shownRules(
  rules: readonly LiveRule[],
  records: Awaited<ReturnType<typeof readRuleRecords>>,
  events: Awaited<ReturnType<typeof enforcementOf>>,
  now: string,
): Promise<ShownRule[]> {
  const wordings = wordingsOf(rules);
  const standingOn = await records(wordings);
  const standings = wordings.map((wording) => standingOn(...wording));
  const objectionTo = await objectionsIn(standings);
  const lawOf = enforcementAt(events, now);
  return rules.flatMap((live, i) => {
    const standing = standings[i];
    if (standing === undefined) return [];
    const id = live.rule.use_case_id;
    return [shownRule(live, standing, objectionTo(id, standing), lawOf(live.rule), now)];
  });
}
