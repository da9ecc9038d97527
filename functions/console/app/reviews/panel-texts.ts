import { panelMembers } from "#shared/domain/reviews/limits.ts";
import { decisionNames, panelActs, resultNames } from "#shared/domain/reviews/status-words.ts";
import type { PanelStatus } from "#shared/domain/reviews/statuses.ts";

/** The texts of the panel screens and of the form's part that asks several counsel. */
export const t = {
  title: "Panels",
  lead: "The same rules, asked of several counsel: they count once enough of them approve.",
  empty: "No panel fits these filters. Choose several counsel when you request a review.",
  status: "Status",
  statuses: {
    open: "Waiting for counsel",
    ...resultNames,
    cancelled: "Cancelled",
  },
  columns: { panel: "Panel", members: "Members", status: "Status", requested: "Requested" },
  answered: (n: number, of: number) => `${n} of ${of} answered`,
  one: "Panel",
  anAdmin: "an admin",
  /** The outcome; the date follows. */
  sentence: (of: number, status: PanelStatus, isMixed: boolean) =>
    `A panel of ${of} counsel ${isMixed ? "decided rule by rule" : panelActs[status]}`,
  /** One sentence that says what ends a panel. */
  endsWhen: (need: number, of: number, onReject: "ends" | "outvoted") =>
    `The panel ends once every rule is decided: a rule is approved as soon as ${need} of ${of} approve it, and ${
      onReject === "ends"
        ? "refused by the first who refuses it."
        : "refused once so many can no longer approve it and somebody refused it."
    }`,
  requested: "Requested",
  due: "Due",
  record: "For the record",
  id: "Panel id",
  rules: "Rule by rule",
  votes: (approvals: number, refusals: number) =>
    `${approvals} ${approvals === 1 ? "approves" : "approve"} it, ${refusals} ${refusals === 1 ? "refuses" : "refuse"} it`,
  undecidedYet: "Not decided yet",
  amended: "the wording has been amended since",
  amend: "Amend this rule",
  again: "Request again",
  needsOf: (need: number, of: number) =>
    `needs ${need} of ${of} ${of === 1 ? "approval" : "approvals"}`,
  members: "Members",
  timeline: "Time line",
  events: {
    ...decisionNames,
    requested: "Requested",
    member_replaced: "A member passed their request on",
    undecided: "Ended undecided",
    cancelled: "Withdrawn",
  } as Readonly<Record<string, string>>,
  certificate: "Certificate (PDF)",
  bundle: "Download the bundle",
  cancel: {
    label: "Withdraw the panel",
    question: "Withdraw this panel?",
    words: "Members who have not decided can no longer do so. What was decided stays on record.",
    act: "Withdraw it",
  },

  need: "Approvals needed",
  all: (n: number) => `All ${n}`,
  fields: {
    further: [
      "Ask further counsel",
      `Up to ${panelMembers.most} counsel answer for the same rules, each by a link of their own.`,
    ],
    on_reject: ["If one of them refuses a rule"],
    may_delegate: [
      "Passing it on",
      "Counsel may name a colleague in their place, once. Evidence names both.",
    ],
  } as const,
  onRejectChoices: {
    ends: "The refusal decides the rule",
    outvoted: "It is one vote; the others go on",
  },
  mayDelegateChoices: { no: "Counsel decides in person", yes: "Counsel may pass it on" },
};
