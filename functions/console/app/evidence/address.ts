import { decisions } from "#shared/domain/reviews/statuses.ts";

/** Every kind of decision, because the API lists only approvals by default. */
export const everyDecision = decisions.join(",");

/** The address of the list of decisions, with these filters. */
export const decisionsAt = (
  filters: Partial<Record<"framework_id" | "decided_from" | "decided_to", string>>,
): string => `/evidence/decisions?${new URLSearchParams(filters)}`;

/** The search part of an Evidence address: a question, a day (empty: today), a chosen rule. */
export const searchOf = (q: string, on: string, rule = ""): string =>
  new URLSearchParams(
    Object.entries({ q, on, rule }).filter(([, value]) => value !== ""),
  ).toString();
