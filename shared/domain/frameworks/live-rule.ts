import type { Objection } from "#shared/domain/standing/objection.ts";
import { type RuleStatus, statusOf } from "#shared/domain/standing/rule-status.ts";
import {
  type OpenOnRule,
  type RuleDecision,
  type Standing,
  shownOpen,
} from "#shared/domain/standing/standing.ts";
import { needsReview } from "#shared/domain/standing/to-re-review.ts";
import {
  type EnforcementEvent,
  EVER,
  type LawDay,
  type LawState,
  lawChanges,
  lawDaysIn,
  nextStart,
} from "./enforcement.ts";
import type { InForce } from "./in-force.ts";
import type { Rule, RuleSource, SourceStatus } from "./rule.ts";

/** The latest version of a rule. */
export interface LiveRule extends RuleSource {
  framework_id: string;
  rule: Rule;
  version: number;
  content_hash: string;
  /** Since when this version is live. */
  updated_at: string;
}

/** One version of a rule, without its content. */
export interface RuleVersion {
  version: number;
  content_hash: string;
  created_at: string;
}

/** A live rule as the API shows it (contract, "Frameworks and rules"). */
export type ShownRule = Rule &
  Omit<LiveRule, "rule" | keyof RuleSource> & {
    source_status?: SourceStatus;
    source_read_on?: string;
    review_status: RuleStatus;
    /** Whether requesting every review that is needed would include this rule. */
    needs_review: boolean;
    /** Whether what is open on it asks about this version; null: nothing is open. */
    open_holds_wording: boolean | null;
    in_force: InForce;
    /** The decision that counts for it; null while nobody has decided. Only rooms show it. */
    decision: RuleDecision | null;
    /** The requests and panels that are open on it. Only rooms show them. */
    open: OpenOnRule[];
    /** Why it is refused; null unless it is. */
    objection: Objection | null;
  };

/**
 * A live rule with its review status and whether its law applies.
 * @param objection the objection to a refused rule, with counsel's words
 * @param now ISO 8601 UTC
 */
export const shownRule = (
  { rule, source_status, source_read_on, ...live }: LiveRule,
  standing: Standing,
  objection: Objection | null,
  { in_force }: LawState,
  now: string,
): ShownRule => ({
  ...rule,
  ...live,
  ...(source_status === null ? {} : { source_status }),
  ...(source_read_on === null ? {} : { source_read_on }),
  review_status: statusOf(standing),
  needs_review: needsReview(rule, standing, now),
  open_holds_wording: shownOpen(standing.open).open_holds_wording,
  in_force,
  decision: standing.decision,
  open: standing.open,
  objection,
});

/** When the law behind a rule changes. */
export interface RuleLaw {
  /**
   * The day on which its law starts to apply, or applies again; null: it applies now, or no such day is
   * known.
   */
  starts_on: string | null;
  /** The days on which its law changes, in order. Only rooms show them. */
  law_days: LawDay[];
}

/**
 * Adds to each rule when its law changes. It looks at every day that an event or a rule names, so call it
 * only for the rules that an answer shows.
 * @param now ISO 8601 UTC
 */
export function withLawDays(
  rules: readonly ShownRule[],
  events: readonly EnforcementEvent[],
  now: string,
): (ShownRule & RuleLaw)[] {
  const days = lawDaysIn(lawChanges(rules, events, EVER));
  return rules.map((rule) => {
    const law_days = days.get(rule.use_case_id) ?? [];
    const next = nextStart(law_days, now.slice(0, 10));
    return { ...rule, starts_on: rule.in_force === "in_force" ? null : next, law_days };
  });
}
