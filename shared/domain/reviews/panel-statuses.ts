import { decisions } from "./statuses.ts";

/**
 * What a rejection or a change request does to a panel: it decides it at once, or it counts as one
 * vote (reviews-that-run, "Panels").
 */
export const onRejects = ["ends", "outvoted"] as const;
export type OnReject = (typeof onRejects)[number];

/** What a panel comes to, as a whole and for each of its rules. */
export const panelResults = [...decisions, "undecided"] as const;
export type PanelResult = (typeof panelResults)[number];

export const panelStatuses = ["open", ...panelResults, "cancelled"] as const;
export type PanelStatus = (typeof panelStatuses)[number];
