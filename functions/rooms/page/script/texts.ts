import type { Mark } from "#shared/domain/evidence/finding.ts";
import { wordingFields } from "#shared/domain/frameworks/field-names.ts";
import { countOf } from "#shared/domain/text/text.ts";
import type { ShapeAndWord } from "./shapes.ts";

/** The texts of a room's page. */
export const t = {
  brand: "Countersign",
  title: "A room of evidence",
  lead: "Who approved which rule for an AI system, when, in which wording, and whether that wording is still live.",
  outline: [
    "You need no account. The link is your key; keep it to yourself.",
    "What you see is limited to what the room was made for, and it ends by itself.",
    "Each decision is checked in your browser, against a public log.",
  ],
  enter: "Enter",
  enterHint:
    "Nothing has been read so far. With “Enter” the page asks for what the room holds; that you entered, and which evidence you opened, is recorded for those who run it.",
  entering: "Entering the room",
  again: "Try again",
  stopped: {
    invalid_token: [
      "This link is not valid",
      "No room has this address. Links break when a mail program wraps them: copy the whole of it, or ask whoever sent it for another.",
    ],
    room_closed: [
      "This room is closed",
      "Its time has passed, or it was closed by those who made it. What you saved from it stays checkable, here below and with the verifier. Ask whoever sent the link for another room.",
    ],
    rate_limited: [
      "Too many requests",
      "A room answers 60 requests and takes five questions a minute, from all of its visitors together.",
    ],
    too_many_questions: [
      "Too many questions wait for an answer",
      "Your question was not sent. Ask again once some of them are answered.",
    ],
    unreachable: [
      "The room could not be reached",
      "Nothing was read. Look at your connection, and try again.",
    ],
    other: ["The room did not answer as it should", "Nothing was read."],
  },
  retryIn: (seconds: number) => `Try again in ${countOf(seconds, "second")}.`,
  request: (id: string) => `Request ${id}.`,
  tabs: { ask: "Ask", coverage: "Coverage of a day", questions: "Questions", file: "Check a file" },
  tabsName: "What to look at",
  roomTitle: "What was approved, and by whom",
  openUntil: "Open until",
  keptBack:
    "What counsel wrote is kept back: of each text you see its length and hash, and every check still holds.",
  covers: (books: string, period: string, counsel: number | null) =>
    `It covers ${books}: ${counsel === null ? "all decisions" : `the decisions of ${counsel === 1 ? "one counsel" : `${counsel} counsel`}`}${period}.`,
  period: (from: string | null, to: string | null) =>
    `${from === null ? "" : ` from ${from}`}${to === null ? "" : ` to before ${to}`}`,
  ask: {
    label: "A rule, an article, a name, a date",
    hint: "For example: deep fakes, Art. 50(2), Lex, 3 March 2026 or 2026-03-03. Days are days in UTC.",
    all: (decisions: string, rules: string) => `${decisions} on ${rules}, the newest first`,
    none: "Nothing in this room answers that. Try fewer words, or an article’s number.",
    empty: "This room holds no decision and no rule.",
    ofDay: (day: string) => `Decided on ${day}: `,
    byDay: (day: string) => `Decided by ${day}: `,
    noneOfDay: (day: string) => `Nobody decided on ${day}. Decided by then: `,
    more: (n: number) => `Show ${n} more`,
    partly:
      "This room holds more than the page reads at once: a decision that is missing here may still be in it. Programs can read all of it as JSON below this address.",
    overruled: "A later decision on the same wording counts in its place.",
    open: "Show the evidence",
    close: "Hide the evidence",
    wording: "Wording",
    wordingOf: (day: string) => `The wording of ${day}`,
    reading: "Reading …",
    version: (n: number, day: string, law: string) =>
      `On ${day}, version ${n} was the wording; the law was ${law}.`,
    noWording: (day: string) => `On ${day} this rule had no wording yet.`,
  },
  evidence: {
    wording: "The wording, then and now",
    decided: (day: string) => `Then, as decided on ${day}`,
    live: (day: string) => `Now, live since ${day}`,
    same: "The wording is the same now as then, character for character.",
    differs:
      "The wording has changed since. What was taken away is struck out on the left; what was added is underlined on the right.",
    gone: "The rule is no longer in the book.",
    none: "none",
    changes: "What has changed since",
    version: (n: number, day: string, fields: string) => `Version ${n}, since ${day}: ${fields}.`,
    comment: "What counsel wrote",
    remark: "What counsel wrote of this rule",
    trail: "The trail",
    checks: "The checks, run just now in your browser",
    bundleName: "The bundle of this decision",
    running: "Checking in your browser …",
    notChecked: "What was not checked",
    nothingLeft: "Nothing was left out.",
    files: "To take with you",
    bundle: "Save the bundle (JSON)",
    certificate: "Save the certificate (PDF)",
    print: "Print",
    verifier: "The verifier as a file",
    later: "In ten years, without this service, this checks the saved file:",
    unavailable:
      "The verifier was not loaded before the network was lost, so nothing could be checked. It loads with the first result.",
  },
  steps: {
    requested: "Requested",
    opened: "Opened",
    decided: "Decided",
    logged: "Logged",
    byPlatform: (id: string) => `by the platform’s user ${id}`,
    byCounsel: (name: string) => `by ${name}`,
    notOpened: "No row says that counsel opened the request.",
    leaf: (index: number) => `as leaf ${index} of the public log`,
    notLogged: "No proof says that the log has taken it.",
  },
  outcome: {
    0: "Genuine, unchanged and complete, by everything that can be checked without the platform’s secret.",
    1: "Changed, incomplete or contradicted: do not rely on it.",
    2: "Not a bundle, a receipt or a certificate.",
    3: "Nothing wrong was found, but not everything could be checked.",
  },
  /** Why a file cannot be judged. */
  cannotBeChecked: (why: string) => `It cannot be checked: ${why}.`,
  notInLog: "Its row is not in this log.",
  nothingToCompare:
    "Whether its row stands in this log could not be looked up, because nothing of the log was loaded. Until it is, treat it as a row not in this log.",
  log: {
    whole: (size: number) =>
      `Compared with the whole public log of this service, ${countOf(size, "entry", "entries")}.`,
    keys: (size: number) =>
      `The public log has ${countOf(size, "entry", "entries")}, more than a page should read: each row was compared by its proof. Whether this is all of it was not checked; this command does:`,
    unreadable: (reason: string) => `The public log could not be read: ${reason}.`,
    faulty: (reason: string) => `The public log contradicts itself: ${reason}`,
    key: "Signed by the key that this service publishes. Compare its fingerprint with the one you were given on another way:",
  },
  file: {
    title: "Check a file",
    lead: "A bundle (JSON) or a certificate (PDF). The file stays on this machine: the verifier runs in this page, without a network too.",
    label: "File to check",
    drop: "or drop it here",
    waiting: "No file has been checked yet.",
    checking: (name: string) => `Checking ${name} …`,
    unreadable: (name: string) =>
      `${name} could not be read, so nothing was checked. Choose a file, not a folder, and try again.`,
    part: (n: number, all: number) => `Part ${n} of ${all}`,
  },
  coverage: {
    title: "Coverage of a day",
    lead: "What was approved on a day, with the wording and the law of that day. A day to come is answered by what is known now.",
    book: "Rule book",
    day: "Day",
    line: "Time line: days on which laws change",
    slider: "Day on the time line",
    today: "Today",
    loading: "Reading the coverage …",
    summary: (day: string) => `On ${day}`,
    columns: ["Rule", "Approval", "Law", "Decided"],
  },
  statuses: {
    approved_live: ["check", "Approved, live"],
    approved_then_changed: ["unlike", "Approved, changed since"],
    refused: ["cross", "Refused"],
    pending: ["dots", "Counsel was asked"],
    never_reviewed: ["dash", "Never reviewed"],
  },
  laws: {
    in_force: "in force",
    not_yet: "not yet in force",
    delayed: "start put off",
    suspended: "suspended",
    ended: "ended",
  },
  questions: {
    title: "Questions",
    lead: "Ask those who run the service. They see it on their first screen; the answer appears here.",
    about: "About",
    whole: "The room as a whole",
    text: "Question",
    send: "Ask",
    sending: "Sending …",
    sent: "Your question was recorded.",
    failed: "Your question was not recorded. What you typed is still here.",
    uncertain:
      "No answer arrived. Your question may have been recorded: look for answers before you ask again. What you typed is still here.",
    look: "Look for answers",
    unread: "The answers could not be read.",
    none: "Nobody has asked anything yet.",
    asked: (day: string) => `Asked on ${day}`,
    answered: (day: string) => `Answered on ${day}`,
    open: "Not answered yet.",
    empty: "Write a question first.",
  },
  fields: wordingFields,
  foot: "Everything here can be checked without this service: the log is public, and the verifier is one file.",
} as const;

/** How the result of a check is shown: as a shape and a word, never by colour alone. */
export const marks: Readonly<Record<Mark, ShapeAndWord>> = {
  pass: ["check", "Holds"],
  fail: ["cross", "Does not hold"],
  none: ["dash", "Does not apply"],
  note: ["bang", "Noted"],
  extra: ["question", "Not checked"],
  open: ["question", "Not checked"],
};

/** How the sentence on a check begins. */
export const shows: Readonly<Record<Mark, string>> = {
  pass: "Shows that",
  fail: "Was to show that",
  none: "Would show that",
  note: "Was to show that",
  extra: "Would show that",
  open: "Would show that",
};

/** What each check proves, by the verifier's name for it. The text completes that sentence. */
export const proves: ReadonlyMap<string, string> = new Map([
  ["content_current", "the wording is the one that counsel was asked about, to the character."],
  [
    "audit_chain",
    "no row of the trail was altered, taken out or put in: each seals the one before it.",
  ],
  ["audit_sequence", "the record says what its trail says, in an order that can have happened."],
  ["view_before_decision", "counsel opened the request before deciding on it."],
  ["signed_after_counsel_created", "counsel was registered before signing."],
  [
    "counsel_identity",
    "name, firm and bar registration are those that were recorded with the decision.",
  ],
  ["document", "a document that came with the decision is the one that was recorded."],
  [
    "counsel_key",
    "counsel signed in the way that was demanded: by the link, or with their own key.",
  ],
  [
    "signature",
    "the platform signed decision, counsel and time. Only its secret can check that; the log stands in for it.",
  ],
  [
    "record_seal",
    "the platform sealed the whole record. Only its secret can check that; the log stands in for it.",
  ],
  ["log", "the public log took every row at its time, so none was made up or dated back later."],
  ["timestamp", "an independent authority saw the log at that time."],
  ["pages", "the service drew these very pages: the log has the file’s SHA-256."],
  ["log_keys", "the log is signed by the key that this service publishes."],
  ["whole_log", "this is all of it: no row that contradicts these is kept back."],
  ["witnesses", "others have seen the same log, and nobody is shown one of their own."],
  [
    "second_signature",
    "the log is signed a second time, in a way made to outlast quantum computers.",
  ],
  ["proofs", "what the proofs in the file lead to is signed by the log."],
  ["parts", "the file has all of its parts, and nothing that does not belong there."],
  ["row", "the receipt’s row is whole, and is the decision of this request."],
  ["panel_rows", "no row of the panel was altered, taken out or put in."],
  ["members", "each counsel’s file belongs to the panel."],
  ["room", "what only the platform’s secret covers is as this room handed it out."],
  ["count", "the votes, counted again, come to the same result."],
]);
