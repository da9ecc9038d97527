export const decisions = [
  "approved",
  "approved_with_changes",
  "changes_requested",
  "rejected",
] as const;
export type Decision = (typeof decisions)[number];

export const reviewStatuses = ["pending", ...decisions, "cancelled", "expired"] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

export const isDecision = (status: ReviewStatus): status is Decision =>
  (decisions as readonly string[]).includes(status);
