import type { LawState } from "#shared/domain/frameworks/enforcement.ts";
import type { InForce } from "#shared/domain/frameworks/in-force.ts";
import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { changedFields } from "#shared/domain/frameworks/rule-diff.ts";
import { roomBeside } from "#shared/domain/text/written.ts";
import type { Objection } from "./objection.ts";
import { type RuleStatus, statusOf } from "./rule-status.ts";
import { type Standing, shownOpen } from "./standing.ts";

/** A rule as of the instant in question. */
export interface RuleThen {
  use_case_id: string;
  content_hash: string;
  rule: Rule;
}

/**
 * The standing of a rule, as rows of the report show it: the decision that counts, and the open request
 * (of several, one about this wording first, then the last to expire).
 * @param objection a refused rule's objection, with counsel's words
 */
export function shownStanding(standing: Standing, objection: Objection | null) {
  const { decision, open } = standing;
  return {
    status: statusOf(standing),
    review_id: decision?.review_id ?? null,
    panel_id: decision?.panel_id ?? null,
    decided_at: decision?.decided_at ?? null,
    ...shownOpen(open),
    objection,
  };
}

type ShownStanding = ReturnType<typeof shownStanding>;

/**
 * A row of the drift report. It names the fields changed since approval if the status says so.
 * @param approved the approved wording, if the rule has changed since
 */
export const coverageRow = (
  { use_case_id, rule }: RuleThen,
  shown: ShownStanding,
  approved: Rule | null,
  { in_force, enforcement }: LawState,
) => ({
  use_case_id,
  ...shown,
  in_force,
  enforcement,
  changed_fields:
    shown.status === "approved_then_changed" && approved !== null
      ? changedFields(approved, rule)
      : [],
});
export type CoverageRow = ReturnType<typeof coverageRow>;

/**
 * The filters of the drift report, as its address states them. A count on another page links to the
 * report with the filters that let exactly the counted rules through.
 */
export interface CoverageFilters {
  /** Only rules with one of these statuses. */
  status?: readonly RuleStatus[] | undefined;
  /** Only rules whose law starts to apply on this day, YYYY-MM-DD. */
  starts?: string | undefined;
  /** Only rules with an open request or panel, or only those without. */
  open?: boolean | undefined;
  /** Only rules to which counsel objects, or only those without an objection. */
  objections?: boolean | undefined;
}

/** @param isStarting whether the rule's law starts on the day in question */
export const isLetThrough = (
  row: Pick<CoverageRow, "status" | "open_review_id" | "open_panel_id" | "objection">,
  { status, starts, open, objections }: CoverageFilters,
  isStarting: boolean,
): boolean =>
  (status === undefined || status.includes(row.status)) &&
  (starts === undefined || isStarting) &&
  (open === undefined || open === (row.open_review_id !== null || row.open_panel_id !== null)) &&
  (objections === undefined || objections === (row.objection !== null));

/**
 * The rows as one answer can hold them. Rows for whose values there is no room beside all others have
 * only the names of their changed fields.
 */
export function rowsWithinAnswer(rows: readonly CoverageRow[]) {
  const named = rows.map((row) => ({
    ...row,
    changed_fields: row.changed_fields.map(({ field }): NamedChange => ({ field })),
  }));
  const fits = roomBeside(named);
  return named.map((row, i) => {
    const changed_fields: NamedChange[] = rows[i]?.changed_fields ?? [];
    return changed_fields.length > 0 && fits(changed_fields) ? { ...row, changed_fields } : row;
  });
}

/** A changed field, with its values if the answer has room for them. */
type NamedChange = { field: string } & Partial<CoverageRow["changed_fields"][number]>;

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
