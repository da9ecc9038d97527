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

/**
 * Why a request ended as cancelled, where no admin withdrew it itself: its panel has its result or
 * was withdrawn, or counsel passed it on (reviews-that-run, sections 3 and 4).
 */
export const cancelReasons = ["panel_decided", "panel_cancelled", "delegated"] as const;
export type CancelReason = (typeof cancelReasons)[number];
