import { inField } from "./format.ts";

/** Where a rule is shown. */
export const ruleAt = (framework_id: string, use_case_id: string): string =>
  `/rule-books/${framework_id}/rules/${encodeURIComponent(use_case_id)}`;

/** What follows once a rule is amended: the others that counsel remarked on, then the request. */
export interface Again {
  /** All rules that are to be requested again. */
  rules: readonly string[];
  counsel_id: string;
}

/** The editor of a rule; with `again`, saving leads on to the next one, and at last to the request. */
export const editAt = (framework_id: string, use_case_id: string, again?: Again): string => {
  const to = `${ruleAt(framework_id, use_case_id)}/edit`;
  if (again === undefined) return to;
  const { rules, counsel_id } = again;
  return `${to}?${new URLSearchParams({ again: rules.join(","), counsel_id })}`;
};

/** Where to go on after a rule: the next to amend, else the request of all of them. */
export function afterEdit(framework_id: string, use_case_id: string, again: Again): string {
  const next = again.rules[again.rules.indexOf(use_case_id) + 1];
  const { rules, counsel_id } = again;
  return next === undefined
    ? requestAt({ framework_id, rules: rules.join(","), counsel_id })
    : editAt(framework_id, next, again);
}

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

/** What a connection's webhook refused in the last days. */
export const refusedAt = (connectionId: string, days: number): string => {
  const from = inField(new Date(Date.now() - days * 86_400_000));
  const query = new URLSearchParams({ tab: "deliveries", outcome: "refused", from });
  return `/connections/${connectionId}?${query}`;
};
