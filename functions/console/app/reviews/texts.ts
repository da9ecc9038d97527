import { expiryDays, MAX_DAYS_OPEN, MAX_RULES_A_REVIEW } from "#shared/domain/reviews/limits.ts";
import { decisionNames } from "#shared/domain/reviews/status-words.ts";
import { countOf } from "#shared/domain/text/text.ts";
/** The texts of the review screens. */
export const t = {
  title: "Reviews",
  request: "Request a review",
  requestFirst: "Request the first one",
  searchLabel: "Counsel, firm, e-mail or review id",
  status: "Status",
  framework: "Rule book",
  statuses: {
    pending: "Waiting for counsel",
    ...decisionNames,
    cancelled: "Cancelled",
    expired: "Expired",
  },
  stage: "Waiting",
  anyStage: "All",
  stages: {
    not_opened: "Not opened yet",
    reading: "Being read",
    due: "Due within 3 days",
  },
  columns: {
    review: "Review",
    counsel: "Counsel",
    status: "Status",
    requested: "Requested",
    due: "Due or decided",
  },
  by: (who: string) => `by ${who}`,
  decidedOn: "decided",
  endedOn: "ended",
  drifted: (n: number, book: string) =>
    `${book}: ${n === 1 ? "1 rule has" : `${n} rules have`} changed since approval, and nobody is asked yet.`,
  requestDrifted: (n: number) => `Request review of ${n}`,
  requestDriftedOf: (n: number, book: string) =>
    `Request review of ${n} changed ${n === 1 ? "rule" : "rules"}: ${book}`,
  inPanel: "in a panel",
  wasDelegated: "passed on",
  empty: "No review fits these filters.",
  emptyAll:
    "No review has been requested yet. Pick the rules and the counsel, and you get a link to forward.",
  viewed: "opened",
  notViewed: "not opened yet",
  daysLeft: (days: number) =>
    days < 1 ? "ends today" : `${days} ${days === 1 ? "day" : "days"} left`,
  overdue: "time is up",

  newTitle: "Request a review",
  chooseBook: "Choose a rule book",
  noBooks: "There is no rule book to review. Import one first.",
  toBooks: "Go to Rule books",
  rulesLegend: "Rules to review",
  rulesHint: `1 to ${MAX_RULES_A_REVIEW} rules; counsel decides on all of them together. All that changed, or all never reviewed, can be more: each ${MAX_RULES_A_REVIEW} become a review of their own.`,
  pickChanged: (n: number) =>
    n === 1
      ? "Pick the one changed and not asked about"
      : `Pick the ${n} changed and not asked about`,
  pickNever: (n: number) =>
    n === 1 ? "Pick the one never reviewed" : `Pick the ${n} never reviewed`,
  pickNone: "Pick none",
  inParts: (n: number) => `(${countOf(n, "review")}, each with its own link)`,
  waiting:
    "Nothing was requested: a request of these rules, in this wording, waits for this counsel already.",
  toWaiting: "Open the request that waits",
  askAgain: "Request it once more all the same",
  nothingDue:
    "Nothing was requested: each of these rules has been approved meanwhile, or has an open review.",
  noRules: "This rule book has no rules yet.",
  counselLabel: "Counsel",
  chooseCounsel: "Choose counsel",
  noCounsel: "No active counsel is registered for this rule book.",
  noConfirmed: "No counsel of this rule book has been confirmed by a second person yet.",
  register: "Register counsel",
  matter: "Your reference (optional)",
  matterHint: "What you call this matter, at most 100 characters. Counsel sees it.",
  fields: {
    expiry_days: [
      "Days until the link expires",
      `${expiryDays.least} to ${expiryDays.most}. After that the link no longer opens.`,
    ],
    deliver: [
      "How counsel gets the link",
      "By mail, counsel is also reminded before it expires, and the time line says whether it arrived.",
    ],
  },
  deliverChoices: { manual: "I forward it myself", mail: "The platform mails it" },
  deliverAlone:
    "The link is mailed to counsel, who is reminded before it expires. Nobody else is shown it.",
  mailedTitle: "The link is on its way",
  mailedLead:
    "It is mailed to counsel, who is reminded before it expires. It is shown here once, in case you want to forward it as well: whoever has it can decide.",
  mailedDone: "Done",
  preview: "What counsel will see",
  previewEmpty: "Pick rules to see their text here.",
  send: "Request the review",

  linkTitle: (n: number) => (n === 1 ? "Forward this link" : `Forward these ${n} links`),
  linkOf: (n: number, all: number) => (all === 1 ? "" : ` ${n} of ${all}`),
  linkLead:
    "This is the only time the link is shown. Whoever has it can read the rules and decide, so send it to counsel alone.",
  linkLabel: "Link for counsel",
  copyLink: "Copy the link",
  openLocally: "Open it as counsel (local run)",
  mail: "Write an e-mail",
  mailSubject: (book: string) => `Review of ${book}: your decision is asked for`,
  mailBody: (
    name: string,
    book: string,
    n: number,
    articles: string,
    until: string,
    links: readonly string[],
    mayPassOn: boolean,
  ) =>
    [
      `Dear ${name},`,
      `please review ${n === 1 ? "one rule" : `${n} rules`} of ${book}${articles === "" ? "" : ` (${articles})`} and record your decision${links.length === 1 ? "" : "s"} here until ${until}:`,
      links.join("\n"),
      mayPassOn
        ? "Whoever has the link can decide in your name. If a colleague should decide instead, pass the request on from its page."
        : `${links.length === 1 ? "The link is" : "The links are"} personal: whoever has ${links.length === 1 ? "it" : "one"} can decide in your name. Please do not forward this mail.`,
      "",
    ].join("\n\n"),
  qrName: "QR code of the link",
  qrHint: "Or let counsel scan it.",
  qrTooLong: "The link is too long for a QR code.",
  forwarded: "I have forwarded it",
  leaveQuestion: "The link cannot be shown again. Leave only if you have forwarded it to counsel.",

  facts: { hash: "Hash of the rules", id: "Review id" },
  timeline: "What happened",
  events: {
    requested: "Requested",
    viewed: "Opened by counsel",
    decided: "Decided",
    expired: "Expired",
    cancelled: "Cancelled",
    linkMailed: "Link mailed",
    reminded: (n: number) => `Reminder ${n} mailed`,
    mailDelivered: "Mail delivered",
    mailComplained: "Mail reported as unwanted: nothing more is mailed to this address",
    wordsErased: "Counsel’s words erased",
    certificateSigned: "Certificate with the law firm’s own signature handed in",
    extended: "More time given",
    asked: "Counsel asked a question",
    answered: "Question answered",
    linkRenewed: "New link made; the old one stopped working",
    bounces: {
      permanent: "Mail bounced: the address does not take mail",
      transient: "Mail not delivered this time",
      undetermined: "Mail not delivered, for no known reason",
      rejected: "The mail provider refused the mail",
      given_up: "The mail provider took none of the attempts",
    },
    reasons: {
      delegated: "Passed on to somebody else",
      panel_decided: "Ended: the panel came to a result",
      panel_cancelled: "Ended: the panel was withdrawn",
    },
    waitingView: "Waiting for counsel to open the link",
    waitingDecision: "Waiting for the decision",
  },
  signature: "Signature",
  signatureStates: {
    valid: "Genuine",
    valid_retired_key: "Genuine, made with an earlier key",
    email_changed: "Genuine for the e-mail counsel had then; it has been changed since",
    invalid: "Not genuine",
    unverifiable: "Cannot be checked",
  },
  keys: {
    title: "Counsel’s passkeys",
    hint: "Counsel reads the words out over a channel of counsel’s own; the checks say whether the signature holds.",
    required: "A passkey is required of this counsel today.",
    notRequired: "The link alone suffices for this counsel today.",
    none: "None is enrolled.",
    enrolled: "enrolled",
    retired: "retired",
    signed: "named by this decision",
  },
  twins: "And its twins",
  twinsHint:
    "Rules of other books about the same thing. Each book that gets a counsel gets a request of its own.",
  twinsOf: (book: string, n: number) => `${book}: ${n === 1 ? "1 rule" : `${n} rules`}`,
  twinsNot: "Not now",
  twinsNoCounsel: "No active counsel is registered for this book",
  twinFailed: (book: string) => `No review was requested of ${book}:`,
  checks: "Checks",
  checkColumns: { check: "Check", result: "Result", detail: "What was found" },
  results: { pass: "passed", fail: "failed", unverifiable: "not checkable", pending: "not yet" },
  pinned: "As reviewed",
  live: "Live now",
  gone: "This rule is no longer in the rule book.",
  cancel: {
    label: "Cancel the review",
    question: (name: string) => `Cancel the review by ${name}?`,
    words:
      "The link stops working at once, and counsel can no longer decide. This cannot be taken back; you can request a new review with the same rules.",
  },
  erase: {
    label: "Erase counsel’s words",
    question: "Erase what counsel wrote?",
    words:
      "Comment, remarks and reasons are removed for good, here and in every file made from now on. The decision stays and still verifies. Files that were given out before keep the words.",
    reason: "Reason",
    reasonHint: "Kept in the record, for example “request by counsel of 3 March 2026”.",
    act: "Erase the words",
  },
  extend: {
    label: "Give more time",
    question: "Give counsel more time?",
    words: (until: string) =>
      `The review is open until ${until}. Counsel keeps the link; if it was mailed, counsel is told the new end by mail and is reminded before it.`,
    fields: {
      expiry_days: [
        "Days from now",
        `At most ${expiryDays.most}, and at most ${MAX_DAYS_OPEN} days after the review was requested.`,
      ],
    },
  },
  renew: { question: "Make a new link?", words: "The old link stops working at once." },
  renewals: {
    manual: { label: "Make a new link", act: "Make a link to forward" },
    mail: { label: "Mail a new link" },
  },
  mailFact: "Mail",
  mailStates: {
    queued: "waiting to be sent",
    sent: "sent",
    delivered: "delivered",
    undelivered: "not delivered this time",
    bounced: "bounced",
    complained: "reported as unwanted",
  },
  repeat: "Request again",
  bundle: "Download the bundle",
  certificate: "Certificate (PDF)",
  decisionSaid: (status: string) => `Counsel has decided: ${status}.`,
} as const;
