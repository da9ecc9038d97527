/** The texts of the screens about rule books and their coverage. */
export const t = {
  coverage: "Coverage",
  coverageLead:
    "Which rules have counsel’s approval, in the wording that was live at an instant of your choice.",
  book: "Rule book",
  chooseBook: "Choose a rule book",
  asOf: "As of",
  slider: "Drag or use the arrow keys: a day at a time",
  days: (n: number) => {
    const count = Math.abs(n) === 1 ? "1 day" : `${Math.abs(n)} days`;
    return n === 0 ? "now" : n < 0 ? `${count} ago` : `in ${count}`;
  },
  statuses: {
    approved_live: "Approved",
    approved_then_changed: "Changed since approval",
    never_approved: "Not approved",
    pending: "Under review",
    never_reviewed: "Never reviewed",
  },
  inForce: { not_yet: "Not yet in force", in_force: "In force", ended: "Ended" },
  columns: {
    rule: "Rule",
    status: "Status",
    law: "Law",
    decided: "Decided",
    changed: "Changed fields",
  },
  overTime: "Over time",
  overTimeHint: "Each bar is the whole rule book at that day.",
  upcoming: "What starts or ends to apply",
  nothingUpcoming: "No rule of this book starts or ends to apply from now on.",
  starts: (day: string) => `Starts to apply on ${day}`,
  ends: (day: string) => `Applies until ${day}`,
  csv: "Export CSV",
  reReview: "Request a review of what changed",
  requestReview: "Request a review",

  books: "Rule books",
  rules: (n: number) => `${n} ${n === 1 ? "rule" : "rules"}`,
  bookColumns: { name: "Name", jurisdiction: "Jurisdiction", state: "State", updated: "Updated" },
  current: "Current",
  superseded: "Superseded",
  newBook: "New rule book",
  noBooks: "There is no rule book yet. Create one, then import its rules.",
  fields: {
    id: "Id",
    display_name: "Name",
    jurisdiction: "Jurisdiction",
    source_url: "Source (web address)",
  },
  idHint: "2 to 64 of a to z, 0 to 9 and _. It cannot be changed later.",
  create: "Create the rule book",
  source: "Source",
  import: "Import rules",
  search: "Rule, title or id",
  noRules: "This book has no rules yet.",
  noneFits: "No rule fits this search.",
  ruleColumns: {
    rule: "Rule",
    status: "Review",
    law: "Law",
    version: "Version",
    updated: "Updated",
  },
  hash: "Hash of the text",
  liveText: "Live text",
  versions: "Versions",
  version: (n: number) => `Version ${n}`,
  before: "Before",
  after: "After",
  onlyVersion: "This is the first version.",

  importTitle: "Import rules",
  importInto: "Rule book",
  importLead:
    "Choose a JSON file. It is checked and compared first; nothing is written before you say so.",
  file: "JSON file",
  fileHint:
    "An array of rules, or an object with a member “rules”. Rules that the file does not name stay as they are.",
  notJson: "This file is not JSON.",
  noRulesInFile: "This file holds no rules: it must be an array, or have a member “rules”.",
  check: "Check and preview",
  previewTitle: "What the import will do",
  counts: (created: number, updated: number, unchanged: number) =>
    `${created} new, ${updated} changed, ${unchanged} unchanged.`,
  hits: (n: number) =>
    n === 0
      ? "No approval is affected."
      : `${n === 1 ? "One approval covers" : `${n} approvals cover`} wording that this import changes. Those rules will need a new review.`,
  hitLink: "Approval",
  nothing:
    "Every rule in the file is already in the book, word for word. There is nothing to import.",
  write: "Import now",
  writeQuestion: (name: string) => `Import into ${name}?`,
  writeWords: "Each changed rule becomes a new version; earlier versions stay readable.",
  imported: (created: number, updated: number) => `Imported: ${created} new, ${updated} changed.`,
  changes: { created: "New", updated: "Changed", unchanged: "Unchanged" },
} as const;
