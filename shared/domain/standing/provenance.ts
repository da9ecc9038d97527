import type { PanelStatus } from "#shared/domain/reviews/statuses.ts";
import { visibleLine } from "#shared/domain/text/text.ts";
import { dayText } from "./day-text.ts";
import { mixedText, type NamedOutcome } from "./outcomes.ts";

/* Whether a decision counts through a panel, and who passed it on to whom: for every proof. */

/** The panel that a decision is one vote of. */
export interface PanelTold {
  members: number;
  need: number;
  status: PanelStatus;
  /** What it came to for each rule; left out while it is open. */
  rules?: readonly NamedOutcome[];
}

const results: Readonly<Record<PanelStatus, string>> = {
  open: "is still deciding",
  approved: "approved",
  approved_with_changes: "approved with changes",
  changes_requested: "asked for changes",
  rejected: "rejected",
  undecided: "came to no decision",
  cancelled: "was withdrawn",
};

const approvalsText = (need: number): string =>
  need === 1 ? "1 approval needed" : `${need} approvals needed`;

/** "the panel asked for changes"; where its rules came out differently, which did. */
function panelResultText({ status, rules = [] }: Pick<PanelTold, "status" | "rules">) {
  const mixed = mixedText(rules);
  return `the panel ${results[status]}${mixed === null ? "" : ` (${mixed})`}`;
}

/** "One of 3 members of a panel; 2 approvals needed; the panel asked for changes". */
export const panelText = (panel: PanelTold): string =>
  `One of ${panel.members} members of a panel; ${approvalsText(panel.need)}; ${panelResultText(panel)}`;

/** How a request came to the counsel who decided it. */
export interface DelegationTold {
  from: string;
  to: string;
  /** ISO 8601 UTC. */
  at: string;
  reason: string;
}

/** "Avv. Luca Ferrari passed this on to Dr. Anna Conti on 3 November 2026: ‘The team sees it’". */
export const delegationText = ({ from, to, at, reason }: DelegationTold): string =>
  `${visibleLine(from)} passed this on to ${visibleLine(to)} on ${dayText(at)}: '${visibleLine(reason)}'`;

/** Of a delegate whom the delegator registered, until an admin confirms it. */
export const vouchedText = (by: string): string =>
  `vouched for by ${visibleLine(by)}, not confirmed by an admin`;
