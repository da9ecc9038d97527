import type { LawState } from "#shared/domain/frameworks/enforcement.ts";
import type { InForce } from "#shared/domain/frameworks/in-force.ts";
import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { changedFields, type FieldChange } from "#shared/domain/frameworks/rule-diff.ts";
import { roomBeside } from "#shared/domain/text/written.ts";
import type { Objection } from "./objection.ts";
import { type RuleStatus, statusOf } from "./rule-status.ts";
import type { Standing } from "./standing.ts";

/** A rule as of the instant in question. */
export interface RuleThen {
  use_case_id: string;
  content_hash: string;
  rule: Rule;
}

/** The standing of a rule, as rows of the report show it. */
export interface ShownStanding {
  status: RuleStatus;
  /** The decision that counts; null where nobody has decided. */
  review_id: string | null;
  panel_id: string | null;
  decided_at: string | null;
  /** The open request: of several, one about this wording first, then the last to expire. */
  open_review_id: string | null;
  open_panel_id: string | null;
  /** The reason for the refusal; null unless the rule is refused. */
  objection: Objection | null;
}

/** @param objection a refused rule's objection, with counsel's words */
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
  /** The fields changed since approval; empty unless the status says that the rule has changed. */
  changed_fields: FieldChange[];
}

/** @param approved the approved wording, if the rule has changed since */
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
 * The rows as one answer can hold them. Rows for whose values there is no room beside all others have
 * only the names of their changed fields.
 */
export function rowsWithinAnswer(
  rows: readonly CoverageRow[],
  limit?: number,
): (Omit<CoverageRow, "changed_fields"> & { changed_fields: NamedChange[] })[] {
  const named = rows.map((row) => ({
    ...row,
    changed_fields: row.changed_fields.map(({ field }): NamedChange => ({ field })),
  }));
  const fits = roomBeside(named, limit);
  return named.map((row, i) => {
    const { changed_fields } = rows[i] as CoverageRow;
    return changed_fields.length > 0 && fits(changed_fields) ? { ...row, changed_fields } : row;
  });
}

/** A changed field, with its values if the answer has room for them. */
type NamedChange = Pick<FieldChange, "field"> & Partial<FieldChange>;

/**
 * The percentage of a book's rules that are approved, not counting ended rules. It is rounded down, so
 * that only all of them give 100. Without rules it is 0.
 */
export function percentApproved(
  rules: Iterable<{ status: RuleStatus; in_force: InForce }>,
): number {
  const standing = [...rules].filter(({ in_force }) => in_force !== "ended");
  const approved = standing.filter(({ status }) => status === "approved_live").length;
  return standing.length === 0 ? 0 : Math.floor((100 * approved) / standing.length);
}
