import type { BlockerReason } from "#shared/domain/clearance/reasons.ts";
import type { SystemBlocker } from "#shared/domain/clearance/systems-answer.ts";
import { countOf } from "#shared/domain/text/text.ts";

interface ReasonText {
  /** The reason's name. */
  name: string;
  /** What to do about it. */
  todo: string;
}

/** The texts of the clearance screens. */
export const t = {
  title: "Clearance",
  lead: "May these wordings ship? Every rule that may not is named, with the reason.",
  tabs: { ask: "Ask", systems: "Systems", pipelines: "Pipelines", workflow: "The job to copy" },

  book: "Rule book",
  chooseBook: "Choose a rule book",
  how: "About what",
  hows: {
    book: "The whole book, as it is live",
    ids: "Some of its rules, as they are live",
    rules: "A wording that is about to ship",
  },
  someRules: "Rules in question",
  bookFirst: "Choose the rule book first.",
  file: "File with the rules",
  fileHint: 'JSON: an array of rules, or {"rules": [...]}, as for the import.',
  wording: "Or their JSON",
  options: "More conditions",
  conditions: {
    on: ["Judged on", "A day, or left out: now."],
    max_age_days: ["Approvals at most this old, in days"],
    panel_required: ["Only a panel’s approval counts"],
    in_force_only: ["Only rules whose law applies"],
  },
  ask: "Ask",
  tooMany: (n: number) =>
    `The book has ${countOf(n, "rule")}, and a question takes 500: ask about some of its rules.`,
  noRules: "This rule book has no rules yet.",
  notJson: "This is not JSON.",
  noList: 'This is neither an array of rules nor {"rules": [...]}.',

  cleared: (n: number) =>
    n === 1 ? "Cleared: the rule may ship." : `Cleared: all ${n} rules may ship.`,
  notCleared: (blocked: number, all: number) =>
    blocked === all
      ? all === 1
        ? "Not cleared: the rule may not ship."
        : `Not cleared: none of the ${all} rules may ship.`
      : `Not cleared: ${blocked} of ${all} rules may not ship.`,
  judgedNow: "now",
  judgedOn: "Judged",
  rulesHash: "Fingerprint of the wordings",
  blockers: "What blocks",
  approvals: (n: number) =>
    n === 1 ? "The rule that is cleared" : `The ${n} rules that are cleared`,
  columns: {
    rule: "Rule",
    why: "Why not",
    todo: "What to do",
    /** The newest decision on the rule, if that is an approval. */
    approval: "Approval",
    approved: "Approved",
    by: "Approved by",
    leaf: "In the evidence log",
  },
  noApproval: "none",
  changed: (fields: string) => `Changed: ${fields}`,
  review: "The review",
  requestAll: (n: number) => (n === 1 ? "Request review" : `Request review of ${n}`),
  leaf: (index: number) => `entry ${index}`,
  noLeaf: "not taken yet",
  save: "Save the answer, signed",
  saveHint: "Asked once more, with a statement that the offline verifier judges.",
  reasons: {
    unknown_rule: { name: "There is no such rule", todo: "Import the rule, or correct its id." },
    law_superseded: {
      name: "The book is superseded",
      todo: "Ask about the book that replaced it.",
    },
    panel_open: { name: "A panel is deciding", todo: "Wait for the panel’s result." },
    pending: { name: "Waiting for counsel", todo: "Wait for counsel’s decision." },
    never_reviewed: { name: "Never reviewed", todo: "Request a review." },
    rejected: {
      name: "Rejected",
      todo: "Amend the rule, unless that is done, then request a review.",
    },
    changes_requested: {
      name: "Changes requested",
      todo: "Make the change, unless that is done, then request a review.",
    },
    wording_differs: { name: "The wording differs", todo: "Request a review of the new wording." },
    panel_missing: { name: "No panel approved it", todo: "Ask several counsel together." },
    approval_too_old: { name: "The approval is too old", todo: "Have it reviewed again." },
    not_in_force: { name: "Its law does not apply", todo: "Ship it without this rule, or later." },
  } satisfies Record<BlockerReason, ReasonText>,

  systemsLead:
    "May this repository go out? Everything in it that may not is named, with the reason.",
  about: "About what",
  abouts: { repository: "A repository", systems: "Systems of the inventory" },
  repository: "Repository",
  repositoryHint: "Its full name, such as acme/app, or the source host’s number.",
  someSystems: "Systems in question",
  findSystem: "Find a system by its name",
  systemsFound: (n: number, isMore: boolean) =>
    n === 0
      ? "No system fits."
      : isMore
        ? `The first ${n}; type a name to find others.`
        : countOf(n, "system"),
  anyConnection: "Whichever has it",
  fields: {
    commit: ["Commit", "40 or 64 hex digits of an examined commit. Left out: the default branch."],
    connection_id: ["Connection", "Only if two connections have the repository."],
  },
  demands: {
    allow: ["Classes that may go out", "None ticked: as your organisation’s policy says."],
    max_confirmed_age_days: ["Confirmations at most this old, in days"],
    max_run_age_hours: ["Listing at most this old, in hours"],
  },
  mayGoOut: "Cleared: it may go out.",
  mayNotGoOut: (n: number) => `Not cleared: ${countOf(n, "reason")}.`,
  listing: "Listing",
  listings: { full: "Of the default branch", examination: "Of the examined commit" },
  listedAt: "Read",
  noListing: "none that counts",
  wholeRepository: "The repository",
  newSystem: "A new system",
  systems: (n: number) => (n === 1 ? "The system" : `The ${n} systems`),
  noSystems: "The listing found no AI system.",
  systemColumns: { system: "System", class: "Class", confirmed: "Confirmed", rules: "Rules" },
  unclassified: "Not classified",
  notConfirmed: "not confirmed",
  noRulesOfSystem: "none",
  ruleState: (isCleared: boolean) => (isCleared ? "cleared" : "not cleared"),
  systemReasons: {
    not_connected: {
      name: "Not connected",
      todo: "Check the name. If it is right, connect the repository, or renew its connection.",
    },
    not_scanned: {
      name: "No listing that counts",
      todo: "Start a discovery run, or an examination of the commit, and ask again once it is complete.",
    },
    questions_open: { name: "Not classified", todo: "Answer the open questions of the system." },
    unconfirmed: {
      name: "Not confirmed",
      todo: "An admin of your organisation confirms the class.",
    },
    class_not_allowed: {
      name: "Class not accepted",
      todo: "Accept the class in the question or the policy, or leave the system out.",
    },
    confirmation_too_old: { name: "Confirmed too long ago", todo: "Confirm the class again." },
    rules_not_cleared: {
      name: "A rule is not cleared",
      todo: "Wait until counsel has approved the rule’s wording.",
    },
  } satisfies Record<SystemBlocker["reason"], ReasonText>,

  pipelines: {
    title: "Pipelines",
    lead: "Release pipelines that may ask with their CI’s own token, without a secret.",
    create: "Let a pipeline ask",
    createFirst: "Let the first pipeline ask",
    empty: "No pipeline may ask yet.",
    columns: { name: "Pipeline", may: "May ask about" },
    newTitle: "Let a pipeline ask",
    add: "Let it ask",
    editTitle: (name: string) => `Change ${name}`,
    idTaken: "There is already a pipeline with this id; change that one.",
    audienceHint: "What check.mjs asks for by itself: the origin of --url.",
    claimsHint:
      "name=value, compared exactly. repository_id or sub is needed: a repository’s name can be registered again by somebody else. On GitHub, gh api repos/OWNER/NAME --jq .id says the id.",
    books: "May ask about",
    remove: {
      label: "Remove",
      question: (name: string) => `Remove ${name}?`,
      words: "Its jobs go red within 30 seconds, because they are refused.",
    },
  },

  workflowLead:
    "The job that goes red while something is not cleared. Make it a required check: one that is not goes red and is merged anyway.",
  jobAsks: "It asks",
  jobQuestions: {
    rules: "May these wordings ship?",
    systems: "May this repository go out?",
  },
  rulesFile: "rules.json holds the wordings about to ship, as an array.",
  rulesFileExample: "Download an example",
  systemsStep:
    "Register a machine of your organisation with the scope clearance:ask, and with runs:start if the job may have its commit examined.",
  workflowStep: "Its token is accepted once the pipeline is listed here.",
  copyJob: "Copy the job",
  jobOf: (name: string) => `The job for ${name}`,
  shell: "Plain shell",
} as const;
