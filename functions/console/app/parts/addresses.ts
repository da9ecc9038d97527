/** Where a rule is shown. */
export const ruleAt = (framework_id: string, use_case_id: string): string =>
  `/rule-books/${framework_id}/rules/${encodeURIComponent(use_case_id)}`;

/** The form that requests a review, with what is chosen already. */
export const requestAt = (
  chosen: Partial<Record<"framework_id" | "rules" | "counsel_id" | "due" | "repeat", string>>,
): string => `/reviews/new?${new URLSearchParams(chosen)}`;

/** Which rules of the drift report are wanted; without a book those of all current ones. */
export interface CoverageAt {
  framework_id?: string;
  /** Statuses, separated by commas. */
  status?: string;
  /** The day on which the law of the rules starts, YYYY-MM-DD. */
  starts?: string;
  open?: "true" | "false";
  objections?: "true" | "false";
}

/** Where the rules stand that somebody counted. */
export const coverageAt = (filters: CoverageAt): string =>
  `/coverage?${new URLSearchParams({ ...filters })}`;
