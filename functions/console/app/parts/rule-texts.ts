/** What stands beside a rule's state while counsel is being asked. */
export const openBeside = "a request is open";

/** What is said of a rule's review. */
export const ruleStates = {
  approved_live: "Approved",
  approved_then_changed: "Changed since approval",
  refused: "Refused",
  pending: "Under review",
  never_reviewed: "Never reviewed",
} as const;
