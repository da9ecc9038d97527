import type { CoverageRow } from "./coverage.ts";
import type { RuleStatus } from "./rule-status.ts";

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
