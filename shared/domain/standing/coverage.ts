import type { LawState } from "#shared/domain/frameworks/enforcement.ts";
import type { InForce } from "#shared/domain/frameworks/in-force.ts";
import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { changedFields, type FieldChange } from "#shared/domain/frameworks/rule-diff.ts";
import type { Objection } from "./objection.ts";
import { type RuleStatus, statusOf } from "./rule-status.ts";
import type { Standing } from "./standing.ts";

/** A rule as of the instant in question. */
export interface RuleThen {
  use_case_id: string;
  content_hash: string;
  rule: Rule;
}

/** How a rule stands, as rows show it. */
export interface ShownStanding {
  status: RuleStatus;
  /** The decision that counts; null where nobody has decided. */
  review_id: string | null;
  panel_id: string | null;
  decided_at: string | null;
  /** What is open beside it; of several, what holds the wording, then what lasts longest. */
  open_review_id: string | null;
  open_panel_id: string | null;
  /** Why it is refused; null unless it is. */
  objection: Objection | null;
}

/** @param objection of a refused rule, with counsel's words */
export function shownStanding(standing: Standing, objection: Objection | null): ShownStanding {
  const { decision, open } = standing;
  return {
    status: statusOf(standing),
    review_id: decision?.review_id ?? null,
    panel_id: decision?.panel_id ?? null,
    decided_at: decision?.decided_at ?? null,
    open_review_id: open[0]?.review_id ?? null,
    open_panel_id: open[0]?.panel_id ?? null,
    objection,
  };
}

/** A row of the drift report. */
export interface CoverageRow extends ShownStanding {
  use_case_id: string;
  in_force: LawState["in_force"];
  enforcement: LawState["enforcement"];
  /** Since it was approved; empty unless its status says that it has changed. */
  changed_fields: FieldChange[];
}

/** @param approved the wording that was approved, of a rule that has changed since */
export const coverageRow = (
  { use_case_id, rule }: RuleThen,
  shown: ShownStanding,
  approved: Rule | null,
  { in_force, enforcement }: LawState,
): CoverageRow => ({
  use_case_id,
  ...shown,
  in_force,
  enforcement,
  changed_fields:
    shown.status === "approved_then_changed" && approved !== null
      ? changedFields(approved, rule)
      : [],
});

/**
 * How much of a book is approved, in per cent of its rules that have not ended, rounded down: only
 * all of them are 100. Of no rules it is 0.
 */
export function percentApproved(
  rules: Iterable<{ status: RuleStatus; in_force: InForce }>,
): number {
  const standing = [...rules].filter(({ in_force }) => in_force !== "ended");
  const approved = standing.filter(({ status }) => status === "approved_live").length;
  return standing.length === 0 ? 0 : Math.floor((100 * approved) / standing.length);
}
