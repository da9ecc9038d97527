/** Every kind of decision, as a filter of the decisions. */
export const everyDecision = "approved,approved_with_changes,changes_requested,rejected";

/** The search part of an address of Evidence: a question, a day (empty: today), a chosen rule. */
export const searchOf = (q: string, on: string, rule = ""): string =>
  new URLSearchParams(
    Object.entries({ q, on, rule }).filter(([, value]) => value !== ""),
  ).toString();
