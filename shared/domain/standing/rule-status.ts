import type { Standing } from "./standing.ts";

/** The standing of a rule in one word, as lists, counts and filters use it. */
export const ruleStatuses = [
  "approved_live",
  "approved_then_changed",
  "refused",
  "pending",
  "never_reviewed",
] as const;
export type RuleStatus = (typeof ruleStatuses)[number];

/** An open request about an earlier wording does not review the rule's present one. */
export function statusOf({ state, open }: Pick<Standing, "state" | "open">): RuleStatus {
  if (state === "approved") return "approved_live";
  if (state === "changed") return "approved_then_changed";
  if (state === "refused") return "refused";
  return open.some(({ holds_wording }) => holds_wording) ? "pending" : "never_reviewed";
}

/** How many rules have each status. */
export type StatusTotals = Record<RuleStatus, number>;

/** How often each status occurs. */
export function totalsOf(statuses: Iterable<RuleStatus>): StatusTotals {
  const totals: StatusTotals = {
    approved_live: 0,
    approved_then_changed: 0,
    refused: 0,
    pending: 0,
    never_reviewed: 0,
  };
  for (const status of statuses) totals[status] += 1;
  return totals;
}
