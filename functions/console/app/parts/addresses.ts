/** Where a rule is shown. */
export const ruleAt = (framework_id: string, use_case_id: string): string =>
  `/rule-books/${framework_id}/rules/${encodeURIComponent(use_case_id)}`;

/** The form that requests a review, with what is chosen already. */
export const requestAt = (
  chosen: Partial<Record<"framework_id" | "rules" | "counsel_id" | "due" | "repeat", string>>,
): string => `/reviews/new?${new URLSearchParams(chosen)}`;
