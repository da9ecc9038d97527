import { decisions } from "#shared/domain/reviews/statuses.ts";

/** Every kind of decision: the API lists only approvals unless it is asked for more. */
export const everyDecision = decisions.join(",");

/** The list of decisions, filtered by its own filters. */
export const decisionsAt = (
  filters: Partial<Record<"framework_id" | "decided_from" | "decided_to", string>>,
): string => `/evidence/decisions?${new URLSearchParams(filters)}`;

/** The search part of an address of Evidence: a question, a day (empty: today), a chosen rule. */
export const searchOf = (q: string, on: string, rule = ""): string =>
  new URLSearchParams(
    Object.entries({ q, on, rule }).filter(([, value]) => value !== ""),
  ).toString();
