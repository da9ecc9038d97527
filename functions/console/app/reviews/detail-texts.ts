import { countOf } from "#shared/domain/text/text.ts";

const rulesOf = (n: number): string => countOf(n, "rule");

/** The texts of one review's screen. */
export const t = {
  waiting: "Review",
  /** @param articles by the names that people use; a fourth one stands for all further ones */
  title: (articles: readonly string[], rules: number, book: string) =>
    [articles.slice(0, 3).join(", ") + (articles.length > 3 ? " …" : ""), rulesOf(rules), book]
      .filter((part) => part !== "")
      .join(" · "),
  /** The outcome, as a sentence that begins with counsel's name. */
  sentences: {
    pending: (n: number) => `is asked for a decision on ${rulesOf(n)}`,
    approved: (n: number) => `approved ${rulesOf(n)}`,
    approved_with_changes: (n: number) => `approved ${rulesOf(n)}, with changes`,
    mixed: (n: number) => `decided on ${rulesOf(n)}, rule by rule`,
    changes_requested: (n: number) => `asked for changes before approving ${rulesOf(n)}`,
    rejected: (n: number) => `rejected ${rulesOf(n)}`,
    cancelled: (n: number) =>
      `was asked for a decision on ${rulesOf(n)}; the request was withdrawn`,
    expired: (n: number) => `was asked for a decision on ${rulesOf(n)}, and gave none in time`,
  },
  endings: {
    panel_decided: "It ended when its panel came to a result without it.",
    panel_cancelled: "It ended when its panel was withdrawn.",
    delegated: "Counsel passed it on.",
  },
  requested: "Requested",
  due: "Due",
  mailed: "Mail",
  book: "Rule book",
  matter: "Your reference",
  counselReference: "Counsel’s reference",
  panel: "Panel",
  you: "you",
  by: "by",
  passedTo: "Passed on to",
  passedFrom: "Passed on",
  toForward: "The link to forward",
  toForwardHint: (name: string) =>
    `The request was passed on to ${name}, and nothing was mailed: forward this link. Whoever has it can decide.`,

  said: "What counsel said",
  saidNothing: "Counsel added no comment.",
  work: (n: number) => (n === 1 ? "One rule to work on" : `${n} rules to work on`),
  rest: (n: number) =>
    n === 1
      ? "This decision approves the other rule."
      : `This decision approves the other ${n} rules.`,
  noneApproved: (n: number) =>
    n === 1
      ? "This decision does not approve the rule."
      : `This decision approves none of the ${n} rules.`,
  amended: "The wording has been amended since.",
  suggested: "Words that counsel suggests",
  takenOver: "The live wording has these words now.",
  takeOver: "Take over into the editor",
  amend: "Amend this rule",
  again: "Request again",
  againAll: (n: number) => (n === 1 ? "Request again" : `Request again, all ${n} rules`),

  current: "Still current?",
  currentYes: "Yes: every rule still reads as counsel decided on it.",
  currentOpen: "Every rule still reads as it was sent to counsel.",
  moved: (n: number, of: number) =>
    `${n === of ? (n === 1 ? "The rule has" : `All ${n} rules have`) : `${n} of ${of} rules ${n === 1 ? "has" : "have"}`} another wording now.`,
  movedFields: (fields: readonly string[]) => `changed: ${fields.join(", ")}`,
  requestReview: (n: number) => `Request review of ${n}`,

  authentic: "Authentic?",
  passed: (n: number) => (n === 1 ? "The one check passed" : `All ${n} checks passed`),
  passedOf: (n: number, of: number) => `${n} of ${countOf(of, "check")} passed`,
  failed: (n: number) => (n === 1 ? "1 failed" : `${n} failed`),
  notYet: (n: number) => `${n} not yet`,
  notCheckable: (n: number) => `${n} not checkable here`,
  oneByOne: "The checks one by one",
  chain: "From request to proof",
  rules: "The rules",
  whole: "The whole rule as counsel read it",
  rulesSame: "as reviewed",
  rulesSent: "as sent",
  rulesDiffer: "another wording now",
  record: "For the record",
  own: {
    heading: "With the law firm’s own signature",
    words:
      "Certificates that the firm signed with a tool of its own. A PDF signature reader or the EU’s DSS validator checks that signature, not this service.",
    by: { link: "handed in under counsel’s link", admin: "handed in by an admin" },
    save: "Save",
    part: "The saved file is only the firm’s signature, without the certificate. The certificate can no longer be drawn as it was, because counsel’s words were erased or this version of the service draws it differently.",
    label: "Signed certificate (PDF)",
    hint: "The certificate as it was saved here, with a signature appended; at most 4 MiB, and five a review.",
    act: "Keep it",
  },
} as const;
