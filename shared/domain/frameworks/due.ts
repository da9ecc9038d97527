import { type RuleAnswers, ruleStatus } from "#shared/domain/reviews/rule-status.ts";
import type { LiveRule } from "./live-rule.ts";

/** How many rules of a framework are due for a look. */
export interface DueRules {
  /** Their approved wording is no longer live. */
  changed: number;
  /** Their law starts to apply after today, by the day that was asked about. */
  starting: number;
}

/**
 * What is due on the live rules of a framework.
 * @param now ISO 8601 UTC
 * @param by the last day that counts, YYYY-MM-DD
 */
export function dueRules(
  rules: readonly LiveRule[],
  answersOf: (useCaseId: string) => RuleAnswers,
  { now, by }: { now: string; by: string },
): DueRules {
  const today = now.slice(0, 10);
  const hasChanged = ({ rule, content_hash }: LiveRule): boolean =>
    // An open request hides no change: only what was never approved counts as pending.
    ruleStatus(content_hash, answersOf(rule.use_case_id), false) === "approved_then_changed";
  const isStarting = ({ rule: { applies_from } }: LiveRule): boolean =>
    applies_from !== undefined && applies_from > today && applies_from <= by;
  return {
    changed: rules.filter(hasChanged).length,
    starting: rules.filter(isStarting).length,
  };
}
