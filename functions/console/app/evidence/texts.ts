import { decisionNames } from "#shared/domain/reviews/status-words.ts";
import { countOf, numberOf } from "#shared/domain/text/text.ts";

/** The texts of the evidence screens. */
export const t = {
  title: "Evidence",
  lead: "Who approved which rule, when, and in which exact wording.",
  tabs: { ask: "Ask", decisions: "All decisions", verify: "Verify a file" },
  question: "A rule, an article, a title or a name",
  questionHint: "Such as Art. 50, 50(2), chatbots, the name of counsel, or 10 August.",
  on: "On this day",
  ask: "Ask",
  noBooks: "There is no rule book yet, so there is nothing to ask about.",
  toBooks: "Import a rule book",
  examples: "For example:",
  exampleQuestions: ["Art. 50", "social scoring", "employment"],
  backToAll: "Back to all that was found",
  rulesFound: (n: number) => (n === 1 ? "One rule" : `${numberOf(n)} rules`),
  foundCount: (rules: number, decisions: number) =>
    `${[rules > 0 && countOf(rules, "rule"), decisions > 0 && countOf(decisions, "decision")].filter(Boolean).join(", ")} found`,
  more: (n: number, left: number) =>
    n === left ? `Show the other ${n === 1 ? "one" : n}` : `Show ${n} more of ${left}`,
  notAll: (all: number, shown: number) =>
    `${countOf(all, "rule fits", "rules fit")}; shown: the first ${shown}. Ask for an article or more words.`,
  nothing: (q: string) =>
    `No live rule and no decision fits “${q}”. Looked at: articles, titles, words and ids of every book’s live rules, and of decisions their counsel, articles and ids; not wordings that were amended.`,
  nothingOn: (day: string) =>
    `Nothing was decided on ${day}. To ask about a rule on that day, add an article, a title or a name.`,
  decidedOn: (day: string) => `Decided on ${day}`,
  decisionsOf: "Decisions that this names",
  asMember: "It is one vote of a panel, which alone decides.",
  allReviews: "All their reviews, open ones too",
  stillLive: "The wording is still live.",
  changedOn: (day: string) => `The wording was changed on ${day}.`,
  wording: "The wording",
  sinceThen: "What has changed since",
  beforeThen: "What differs from the version before",
  thenNow: ["On that day", "Live now"],
  beforeNames: ["Version before", "On that day"],
  proofOf: {
    approval: (name: string) => `Proof of the approval by ${name} on`,
    refusal: (name: string) => `Proof of the refusal by ${name} on`,
  },
  proofOfOther: "Proof of the decision on another wording on",
  chain: "What happened, and what each check came to",
  everyCheck: "Every check",
  certificate: "Certificate (PDF)",
  bundle: "Evidence bundle (JSON)",
  review: "Open the review",

  decisionsTitle: "All decisions",
  decisionsLead: "Every decision that counsel took, by counsel, book, outcome and time.",
  fields: {
    framework_id: "Rule book",
    counsel_email: "E-mail of counsel",
    status: "Decision",
    decided_from: "Decided from",
    decided_to: "Decided before",
  },
  statuses: {
    "approved,approved_with_changes": "Approvals",
    ...decisionNames,
  },
  columns: {
    review: "Review",
    counsel: "Counsel",
    decision: "Decision",
    decided: "Decided",
    signed: "Signed for",
  },
  empty: "No decision fits this question.",
  exportAll: "Export as one file",
  exporting: (done: number, all: number) => `Exporting: ${numberOf(done)} of ${numberOf(all)}`,
  exported: (n: number) => `Exported ${n} ${n === 1 ? "bundle" : "bundles"} as one file.`,
  exportedFirst: (n: number) =>
    `Exported the ${numberOf(n)} oldest bundles as one file. Narrow the filters to export the others.`,
  stop: "Stop",

  olderOpinions: (n: number) =>
    `Shown: the newest ${countOf(n, "decision")} on this wording; all decisions about the rule book`,

  verifyTitle: "Verify a file",
  verifyLead: "Is it genuine, unchanged and complete? The file stays on this machine.",
  file: "Drop a file here, or choose one",
  fileHint:
    "A certificate (PDF), or an evidence bundle, an export, counsel’s receipt or a clearance statement (JSON). It is checked at once, in this page.",
  checking: "Reading the whole public log, and checking the file against it",
  readingKey: "Reading the published key",
  publishedKey: "Files are checked by the key that this service publishes for",
  compareKey:
    "Compare it with the one you were given by other means: it decides whose log this is.",
  noKey:
    "The key that this service publishes cannot be read now, so a file cannot be checked fully.",
  notChecked: (name: string) =>
    `${name} could not be checked: the verifier or the file could not be read.`,
  withSecret: "I hold the signing secret",
  secrets: "Secrets, one a line",
  secretsHint:
    "With the signing secret, signature and seal are recomputed too. It is not sent anywhere.",
  checkAgain: "Check again with it",
  about: (name: string, n: number) => (n === 1 ? name : `${name}: ${n} parts`),
  fileSays: "The file says:",
  technical: "Technical output",
  links: {
    requested: { pass: "of counsel who was registered; no row of the trail is missing or altered" },
    opened: { pass: "before the decision", note: "not opened before the decision" },
    signed: {
      pass: "the signature is genuine",
      extra: "only who holds the signing secret can recompute it",
    },
    sealed: { pass: "rules, record and document are those that were decided on" },
    leaf: {
      pass: "in the public log, all of which was read; nothing of it is missing here",
      open: "not everything could be compared with the public log",
    },
    stamp: {
      extra:
        "an authority’s time stamp covers it; whether that authority is trusted is for other programs",
      none: "none was asked for",
    },
  } as Readonly<Record<string, Readonly<Partial<Record<string, string>>>>>,
  keyed: "counsel’s own key signed it",
  marks: {
    pass: "as it should be",
    fail: "changed",
    open: "could not be checked",
    note: "noted",
    extra: "not checked here",
    none: "nothing to check",
  },
  outcome: {
    0: "Genuine, unchanged and complete",
    1: "Changed, incomplete or contradicted: do not rely on it",
    2: "Not a bundle, an export or a receipt",
    3: "Nothing wrong was found, but not everything could be checked",
  },
  program: "The same verifier as a program, to be run without this service",
} as const;
