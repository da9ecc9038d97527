/*
 * A list with a spread stays in a bundle even if nothing uses it. Hence the calls that are marked as
 * pure: the build leaves out their unused results.
 */

export const decisions = [
  "approved",
  "approved_with_changes",
  "changes_requested",
  "rejected",
] as const;
export type Decision = (typeof decisions)[number];

export const reviewStatuses = /* @__PURE__ */ (() =>
  ["pending", ...decisions, "cancelled", "expired"] as const)();
export type ReviewStatus = (typeof reviewStatuses)[number];

export const isDecision = (status: ReviewStatus): status is Decision =>
  (decisions as readonly string[]).includes(status);

/** The reasons if no admin withdrew the request itself (reviews-that-run, sections 3 and 4). */
export const cancelReasons = ["panel_decided", "panel_cancelled", "delegated"] as const;
export type CancelReason = (typeof cancelReasons)[number];

/** A rejection or change request ends the panel, or is one vote (reviews-that-run, "Panels"). */
export const onRejects = ["ends", "outvoted"] as const;
export type OnReject = (typeof onRejects)[number];

/** The results of a panel, as a whole and for each of its rules. */
export const panelResults = [...decisions, "undecided"] as const;
export type PanelResult = (typeof panelResults)[number];

export const panelStatuses = /* @__PURE__ */ (() =>
  ["open", ...panelResults, "cancelled"] as const)();
export type PanelStatus = (typeof panelStatuses)[number];
