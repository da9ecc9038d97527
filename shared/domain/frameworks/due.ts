import { type RuleAnswers, ruleStatus } from "#shared/domain/reviews/rule-status.ts";
import type { LiveRule } from "./live-rule.ts";

/** How many rules of a framework need attention. */
export interface DueRules {
  /** Rules whose live wording differs from the approved one. */
  changed: number;
  /** Rules whose law starts to apply after today, up to and including `by`. */
  starting: number;
}

/**
 * Counts the live rules of a framework that need attention.
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
    // Open reviews do not matter here: only rules never approved can be `pending`.
    ruleStatus(content_hash, answersOf(rule.use_case_id), false) === "approved_then_changed";
  const isStarting = ({ rule: { applies_from } }: LiveRule): boolean =>
    applies_from !== undefined && applies_from > today && applies_from <= by;
  return {
    changed: rules.filter(hasChanged).length,
    starting: rules.filter(isStarting).length,
  };
}
