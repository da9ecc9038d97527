/** The texts of the evidence screens. */
export const t = {
  title: "Evidence",
  lead: "Who approved which rule, when, and in which exact wording.",
  tabs: { search: "Ask", wording: "Wording of a day", verify: "Verify a bundle" },
  fields: {
    framework_id: "Rule book",
    counsel_email: "E-mail of counsel",
    status: "Decision",
    decided_from: "Decided from",
    decided_to: "Decided before",
  },
  approvals: "Approvals",
  decisions: {
    approved: "Approved",
    approved_with_changes: "Approved with changes",
    changes_requested: "Changes requested",
    rejected: "Rejected",
  },
  every: "Every decision",
  columns: {
    review: "Review",
    counsel: "Counsel",
    decision: "Decision",
    decided: "Decided",
    signed: "Signed for",
  },
  empty: "No decision fits this question.",
  exportAll: "Export as one file",
  exporting: (done: number, all: number) => `Exporting: ${done} of ${all}`,
  exported: (n: number) => `Exported ${n} ${n === 1 ? "bundle" : "bundles"} as one file.`,
  stop: "Stop",
  rules: (n: number) => `${n} ${n === 1 ? "rule" : "rules"}`,

  wordingLead: "Which wording bound us on a day, and who had approved it?",
  chooseBook: "Choose a rule book",
  rule: "Rule id",
  on: "Day",
  ask: "Ask",
  wordingOf: (n: number) => `Version ${n} was live then.`,
  noApproval: "Nobody had approved this wording by then.",
  approvedBy: "Approved by",

  verifyTitle: "Verify a bundle",
  verifyLead:
    "The file stays on this machine: the service’s own offline verifier runs in this page.",
  file: "Bundle, export or receipt (JSON), or certificate (PDF)",
  secrets: "Secrets, one a line",
  secretsHint:
    "With the signing secret, signature and seal are checked too. It is not sent anywhere.",
  verify: "Verify",
  outcome: {
    0: "Genuine, unchanged and complete",
    1: "Changed, incomplete or contradicted: do not rely on it",
    2: "Not a bundle, an export or a receipt",
    3: "Nothing wrong was found, but not everything could be checked",
  },
  program: "The verifier as a file",
} as const;
