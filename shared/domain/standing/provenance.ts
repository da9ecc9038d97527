import type { OnReject, PanelStatus } from "#shared/domain/reviews/statuses.ts";
import type { Words } from "#shared/domain/reviews/words.ts";
import { keptBack } from "#shared/domain/reviews/words-text.ts";
import { visibleLine } from "#shared/domain/text/text.ts";
import { dayText } from "./day-text.ts";
import { mixedText, type NamedOutcome } from "./outcomes.ts";

/*
 * The panel through which a decision counts, and who passed the request on to whom. Every proof states
 * this beside the decision itself (standing.md, section 4).
 */

export interface Provenance {
  /** The panel in which the decision is one vote; null: the decision counts alone. */
  panel: {
    id: string;
    members: number;
    /** How many of the members have to approve a rule. */
    need: number;
    on_reject: OnReject;
    status: PanelStatus;
    decided_at: string | null;
    /** The panel's outcome for each rule; empty while the panel is open. */
    outcomes: NamedOutcome[];
  } | null;
  /** How the request came to the counsel who decided it; null: an admin asked them. */
  delegation: {
    from: string;
    to: string;
    /** ISO 8601 UTC. */
    at: string;
    reason: Words;
    /** The counsel who is the only one to vouch for the delegate; null: an admin does. */
    vouched_by: string | null;
  } | null;
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

type Panel = NonNullable<Provenance["panel"]>;

/** "One of 3 members of a panel; 2 approvals needed; the panel asked for changes". */
export function panelText({
  members,
  need,
  status,
  outcomes,
}: Omit<Panel, "id" | "on_reject" | "decided_at">) {
  const mixed = mixedText(outcomes);
  const result = `the panel ${results[status]}${mixed === null ? "" : ` (${mixed})`}`;
  const needed = need === 1 ? "1 approval needed" : `${need} approvals needed`;
  return `One of ${members} members of a panel; ${needed}; ${result}`;
}

/**
 * "Avv. Luca Ferrari passed this on to Dr. Anna Conti on 3 November 2026: 'The compliance team sees
 * it'", and who vouches for the delegate until an admin does.
 */
export function delegationText(delegation: NonNullable<Provenance["delegation"]>): string {
  const { from, to, at, reason, vouched_by } = delegation;
  const passed = `${visibleLine(from)} passed this on to ${visibleLine(to)} on ${dayText(at)}: ${reasonText(reason)}`;
  return vouched_by === null ? passed : `${passed}; ${vouchedText(vouched_by)}`;
}

const reasonText = (reason: Words): string =>
  typeof reason === "string" ? `'${visibleLine(reason)}'` : `reason ${keptBack(reason)}`;

/** The text about a delegate whom no admin has confirmed yet. */
const vouchedText = (by: string): string =>
  `vouched for by ${visibleLine(by)}, not confirmed by an admin`;

/** Provenance as an answer contains it; the answer may leave out a part that does not exist. */
export type ToldProvenance = { [K in keyof Provenance]?: Provenance[K] | undefined };

/** Panel and delegation as sentences; empty if the decision has neither. */
export const provenanceTexts = ({ panel, delegation }: ToldProvenance): string[] => [
  ...(panel ? [panelText(panel)] : []),
  ...(delegation ? [delegationText(delegation)] : []),
];
