import { rulesBecome } from "#shared/domain/frameworks/law-text.ts";
import { countOf, numberOf } from "#shared/domain/text/text.ts";
import { connectionStates, runStates } from "../parts/connection-words.ts";
import { dollars } from "../parts/format.ts";

const rules = (n: number): string => countOf(n, "rule");
const isMore = (n: number, more: boolean): string => `${numberOf(n)}${more ? "+" : ""}`;

/** The texts of Home. */
export const t = {
  title: "What waits for you",
  doNext: "Do next",
  clear: "All clear",
  clearWords: (kinds: number) =>
    `Nothing waits for you. ${countOf(kinds, "thing was", "things were")} looked at:`,
  unnamed: "And more of the same, not named here:",
  looked: (kinds: number) => `What was looked at: ${countOf(kinds, "thing")}`,
  lookedAt: (time: string) => `At ${time}, from what the system holds.`,
  many: isMore,
  severities: { high: "Failed or refused", medium: "Soon", low: "When you can" },
  /** The texts of one entry: what is wrong, and the button that leads to it. */
  work: {
    log_forked: ["The evidence log contradicts its anchors; nothing is signed", "See what to do"],
    delivery_refused: [
      (n: number) =>
        n === 1 ? "One webhook delivery was refused" : `${n} webhook deliveries were refused`,
      "See why",
      "See the tenant",
    ],
    connection_suspended: ["The installation was suspended or removed at the host", "See it"],
    connection_unauthorized: [
      "It needs authorisation: its provider does not accept the present one",
      "Authorise it",
      "See who can authorise it",
    ],
    webhook_disabled: ["The endpoint was switched off after it stopped answering", "See it"],
    mail_bounced: ["The mail to counsel bounced", "Correct the address", "See the request"],
    mail_complained: ["Counsel’s mail server reported the mail as unwanted", "See it"],
    mail_stuck: ["The mail has waited for over 10 minutes", "See it"],
    counsel_unconfirmed: [
      (n: number) =>
        n === 0
          ? "A second person has to confirm who they are"
          : `A second person has to confirm who they are; ${n === 1 ? "a request waits" : `${n} requests wait`} for that`,
      "See who they are",
    ],
    run_given_up: [
      (n: number) =>
        n === 1
          ? "A discovery run was given up after the last try"
          : `${n} discovery runs failed; the last was given up`,
      "See why",
    ],
    run_failed: [
      (n: number) =>
        n === 1 ? "The last discovery run failed" : `${n} discovery runs failed since it worked`,
      "See why",
    ],
    run_incomplete: [
      (n: number) =>
        n === 0
          ? "The last discovery run found nothing"
          : `The last discovery run could not list ${countOf(n, "place")}`,
      "See why",
    ],
    objection: [
      (n: number) => `Counsel objected to ${rules(n)}`,
      "Amend and request again",
      "See the objection",
    ],
    review_question: [
      (n: number) => `Counsel waits for ${countOf(n, "answer")} before deciding`,
      "Answer",
      "See the question",
    ],
    room_question: [
      (n: number) => `The visitor of this room waits for ${countOf(n, "answer")}`,
      "Answer",
      "See the question",
    ],
    closed_room_question: [
      (n: number) =>
        `This room is closed, and ${countOf(n, "question")} of its visitor ${n === 1 ? "was" : "were"} not answered`,
      "See the room",
    ],
    review_expiring: [(n: number) => `The request of ${rules(n)} ends soon`, "See the request"],
    review_expired: [
      (n: number) => `The request of ${rules(n)} ended unanswered`,
      "Request again",
      "See the request",
    ],
    approval_drifted: [
      (n: number) =>
        `${rules(n)} changed since ${n === 1 ? "its" : "their"} approval, and nobody is asked yet`,
      "Request review",
      "See what changed",
    ],
    law_unready: [
      (n: number) =>
        `${n === 1 ? "One rule that starts" : `${n} rules that start`} to apply ${n === 1 ? "is" : "are"} not approved`,
      "See what is missing",
    ],
    wish: [(n: number) => `Counsel approved ${rules(n)} and wishes changes`, "See the wishes"],
    prohibited_undecided: [
      (n: number) => `${countOf(n, "system")} prohibited by the facts found; nobody has decided`,
      "Decide",
      "See them",
    ],
    allowed_by_one: [
      (n: number) => `${countOf(n, "system")} no longer prohibited: confirmed by one person`,
      "Confirm as a second person",
      "See them",
    ],
    high_risk_undecided: [
      (n: number) => `${countOf(n, "system")} high-risk by the facts found; nobody has decided`,
      "Decide",
      "See them",
    ],
    systems_unclassified: [
      (n: number) => `${countOf(n, "finding")} without a class`,
      "See what is missing",
    ],
    not_run_yet: ["No discovery run yet", "See the connection"],
    budget_nearly_spent: ["The extractors’ budget of this month is nearly spent", "See the budget"],
  },
  kinds: {
    log_forked: "The evidence log against its anchors",
    delivery_refused: "Refused webhook deliveries, 30 days",
    connection_suspended: "Suspended installations",
    connection_unauthorized: "Connections without authorisation",
    webhook_disabled: "Webhook endpoints switched off",
    mail_bounced: "Bounced mail",
    mail_complained: "Mail reported as unwanted",
    mail_stuck: "Mail that waits for its provider",
    counsel_unconfirmed: "Counsel whom nobody has confirmed",
    run_given_up: "Discovery runs given up",
    run_failed: "Failed discovery runs",
    run_incomplete: "Runs that found nothing, or not everything",
    objection: "Rules that counsel objects to, not asked about again",
    review_question: "Questions from counsel",
    room_question: "Questions from rooms",
    closed_room_question: "Questions from closed rooms",
    review_expiring: "Requests that end within 3 days",
    review_expired: "Requests that ended unanswered",
    approval_drifted: "Changed rules about which nobody is asked",
    law_unready: "Law that starts within 90 days",
    wish: "Rules of which counsel wishes changes",
    prohibited_undecided: "Prohibited, undecided",
    allowed_by_one: "No longer prohibited, confirmed by one person",
    high_risk_undecided: "High risk, undecided",
    systems_unclassified: "Findings without a class",
    not_run_yet: "Connections that never ran",
    budget_nearly_spent: "The extractors’ budget",
    setup: "Setup",
  },
  objects: {
    system: "Your inventory",
    budget: "Extractors",
    log: "Evidence log",
  },
  said: (text: string) => `“${text}”`,
  /** Codes under which work failed; any other is shown in words. */
  reasons: {
    not_opened: "Not opened yet",
    reading: "Counsel has opened it",
    gone: "It answered that it is gone",
    exhausted: "No attempt succeeded",
  } as Readonly<Record<string, string>>,
  ends: "Ends",
  starts: "Starts",
  setupAct: "Set it up",
  setupWhat: "This deployment needs it, and it is not set",
  books: "Rule books",
  bookColumns: {
    book: "Book",
    states: "Rules by approval",
    approved: "Approved",
    change: "30 days",
    next: "Next date of the law",
  },
  states: {
    approved_live: "approved",
    approved_then_changed: "changed since",
    refused: "refused",
    pending: "under review",
    never_reviewed: "never reviewed",
  },
  points: (n: number) =>
    n === 0
      ? "no change"
      : `${n > 0 ? "+" : "−"}${Math.abs(n)} ${Math.abs(n) === 1 ? "point" : "points"}`,
  isNew: "new",
  unknown: "not known",
  ready: "ready",
  missing: "missing",
  noDate: "No date ahead",
  startsWith: (n: number) => `${rules(n)} ${n === 1 ? "starts" : "start"} to apply`,
  noBooks: "There is no rule book yet.",
  toBooks: "Import a rule book",
  line: "Dates of the law",
  lineSays: (dates: number, books: number) =>
    `Time line of ${countOf(dates, "date")} in ${countOf(books, "rule book")}, today marked; the table below says the same`,
  today: "Today",
  asTable: "The dates as a table",
  lineColumns: { day: "Day", book: "Book", what: "What changes" },
  change: rulesBecome,
  pipeline: "Reviews",
  stages: {
    not_opened: "not opened",
    reading: "being read",
    due: "due within 3 days",
    objections: "objections to resolve",
    decided: "decided in 30 days",
  },
  evidence: "Evidence",
  entries: (n: number) => `${countOf(n, "entry", "entries")} in the log`,
  noCheckpoint: "no checkpoint yet",
  checkpoint: "newest checkpoint signed",
  witnesses: (n: number) =>
    n === 0 ? "no witness has cosigned it" : countOf(n, "witness", "witnesses"),
  chainHolds: "no contradiction with its anchors was found",
  chainBroken: "the chain contradicts its anchors",
  systems: "Systems",
  unconfirmed: (n: string) => `${n} not confirmed`,
  unclassified: "Not classified",
  noSystems: "Nothing has been found yet.",
  foundSystems: (n: string) => `${n} found in your environments`,
  connections: "Connections",
  connectionColumns: {
    name: "Name",
    status: "State",
    deliveries: "Deliveries, 24 hours",
    run: "Last run",
  },
  statuses: connectionStates,
  runs: runStates,
  notRun: "Not run yet",
  received: (received: number, refused: number) =>
    `${numberOf(received)} received${refused > 0 ? `, ${numberOf(refused)} refused` : ""}`,
  noHooks: "sends none",
  found: (n: number) => `${numberOf(n)} found`,
  spend: "Spent on extractors this month",
  spent: (spent: number, cap: number | null) =>
    cap === null
      ? `${dollars.format(spent)}; there is no budget`
      : `${dollars.format(spent)} of ${dollars.format(cap)}`,
  outbox: "Outbox of this local run",
  begin: "Begin here",
  steps: {
    tenant: "Create a tenant",
    counsel: "Register counsel",
    review: "Request your first review",
  },
  connect: "Connect your first environment",
  sample: "Or look at a system in use",
  sampleWords:
    "This is a local run. It can fill itself with half a year of work: five counsel, 48 reviews in every state, two panels, amendments, two tenants with connections, runs and deliveries. It takes about 20 seconds.",
  sampleAct: "Fill it with half a year of work",
  sampleBusy: "Half a year is being made",
  sampleFailed: "It was not filled",
} as const;
