import type { Decision, PanelResult, PanelStatus } from "./statuses.ts";

/** The names of the decisions, as lists, pages and files show them. */
export const decisionNames = {
  approved: "Approved",
  approved_with_changes: "Approved with changes",
  changes_requested: "Changes requested",
  rejected: "Rejected",
} as const satisfies Record<Decision, string>;

export const resultNames = { ...decisionNames, undecided: "Undecided" } as const;

/** The name of a decision or of a panel's result within a sentence. */
export const resultWord = (result: PanelResult): string => resultNames[result].toLowerCase();

/** What a panel did. Its name comes before it. */
export const panelActs: Readonly<Record<PanelStatus, string>> = {
  open: "is still deciding",
  approved: "approved",
  approved_with_changes: "approved with changes",
  changes_requested: "asked for changes",
  rejected: "rejected",
  undecided: "came to no decision",
  cancelled: "was withdrawn",
};
