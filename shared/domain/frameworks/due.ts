import type { Standing } from "#shared/domain/standing/standing.ts";
import { hasDrifted } from "#shared/domain/standing/to-re-review.ts";
import { type EnforcementEvent, lawChanges } from "./enforcement.ts";
import type { LiveRule } from "./live-rule.ts";

/** How many rules of a framework need attention. */
export interface DueRules {
  /** Rules that were approved in another wording and need a review of the live one. */
  changed: number;
  /** Rules whose law starts to apply, or applies again, after today, up to and including `by`. */
  starting: number;
}

/**
 * Counts the live rules of a framework that need attention.
 * @param now ISO 8601 UTC
 * @param by the last day that counts, YYYY-MM-DD
 */
export function dueRules(
  rules: readonly LiveRule[],
  events: readonly EnforcementEvent[],
  standingOn: (useCaseId: string, wording: string) => Standing,
  { now, by }: { now: string; by: string },
): DueRules {
  const hasChanged = ({ rule, content_hash }: LiveRule): boolean =>
    hasDrifted(rule, standingOn(rule.use_case_id, content_hash), now);
  const starts = lawChanges(
    rules.map(({ rule }) => rule),
    events,
    { after: now.slice(0, 10), by },
  ).filter(({ to }) => to === "in_force");
  return {
    changed: rules.filter(hasChanged).length,
    starting: new Set(starts.flatMap(({ use_case_ids }) => use_case_ids)).size,
  };
}
