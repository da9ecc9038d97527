import * as z from "zod/mini";
import { panelActs } from "#shared/domain/reviews/status-words.ts";
import { onRejects, panelResults, panelStatuses } from "#shared/domain/reviews/statuses.ts";
import type { Words } from "#shared/domain/reviews/words.ts";
import { wordsSchema } from "#shared/domain/reviews/words-schema.ts";
import { keptBack } from "#shared/domain/reviews/words-text.ts";
import { visibleLine } from "#shared/domain/text/text.ts";
import { timestamp } from "#shared/domain/text/text-fields.ts";
import { dayText } from "./day-text.ts";
import { mixedText } from "./outcomes.ts";

/*
 * The panel through which a decision counts, and who passed the request on to whom. Every proof states
 * this beside the decision itself (standing.md, section 4).
 */

/** The panel in which a decision is one vote. */
export const votedIn = () =>
  z.object({
    id: z.string(),
    members: z.int(),
    /** How many of the members have to approve a rule. */
    need: z.int(),
    on_reject: z.enum(onRejects),
    status: z.enum(panelStatuses),
    decided_at: z.nullable(timestamp()),
    /** The panel's outcome for each rule, by the rule's name; empty while the panel is open. */
    outcomes: z.array(z.object({ name: z.string(), outcome: z.enum(panelResults) })),
  });

/** How a request was passed on to the counsel who decided it. */
export const passedOn = () =>
  z.object({
    from: z.string(),
    to: z.string(),
    at: timestamp(),
    reason: wordsSchema(),
    /** The counsel who is the only one to vouch for the delegate; null: an admin does. */
    vouched_by: z.nullable(z.string()),
  });

export interface Provenance {
  /** null: the decision counts alone. */
  panel: z.output<ReturnType<typeof votedIn>> | null;
  /** null: an admin asked them. */
  delegation: z.output<ReturnType<typeof passedOn>> | null;
}

type Panel = NonNullable<Provenance["panel"]>;

/** "One of 3 members of a panel; 2 approvals needed; the panel asked for changes". */
export function panelText({
  members,
  need,
  status,
  outcomes,
}: Omit<Panel, "id" | "on_reject" | "decided_at">) {
  const mixed = mixedText(outcomes);
  const result = `the panel ${panelActs[status]}${mixed === null ? "" : ` (${mixed})`}`;
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
