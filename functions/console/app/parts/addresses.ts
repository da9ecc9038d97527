import { inField } from "./format.ts";

/** Where a rule is shown. */
export const ruleAt = (framework_id: string, use_case_id: string): string =>
  `/rule-books/${framework_id}/rules/${encodeURIComponent(use_case_id)}`;

/** The steps after amending a rule: the other rules counsel remarked on, then the request. */
export interface Again {
  /** All rules that will be requested again. */
  rules: readonly string[];
  counsel_id: string;
}

/** A rule's editor. With `again`, saving leads to the next rule and finally to the request. */
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

/** The address of the form that requests a review, with some choices made already. */
export const requestAt = (
  chosen: Partial<Record<"framework_id" | "rules" | "counsel_id" | "due" | "repeat", string>>,
): string => `/reviews/new?${new URLSearchParams(chosen)}`;

/** The rules of the drift report to show; without a book, those of all current books. */
export interface CoverageAt {
  framework_id?: string;
  /** Statuses, separated by commas. */
  status?: string;
  /** The day on which the law of the rules starts, YYYY-MM-DD. */
  starts?: string;
  open?: "true" | "false";
  objections?: "true" | "false";
  /** The day of the report, in days from today. */
  days?: number;
}

/** The address of the rules that a count counts. */
export const coverageAt = ({ days = 0, ...filters }: CoverageAt): string =>
  `/coverage?${new URLSearchParams({ ...filters, ...(days === 0 ? {} : { days: String(days) }) })}`;

/** Where platform admins see a tenant's run, with its reason: in the list of all runs. */
export const runAmongAll = (tenant_id: string, run: string): string =>
  `/connections/runs?${new URLSearchParams({ tenant_id, run })}`;

/** The address of a connection's recently refused deliveries. */
export const refusedAt = (connectionId: string, days: number): string => {
  const from = inField(new Date(Date.now() - days * 86_400_000));
  const query = new URLSearchParams({ tab: "deliveries", outcome: "refused", from });
  return `/connections/${connectionId}?${query}`;
};
