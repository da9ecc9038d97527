import { resultWord } from "#shared/domain/reviews/status-words.ts";
import type { Decision } from "#shared/domain/reviews/statuses.ts";
import { countOf, numberOf } from "#shared/domain/text/text.ts";
import { lawTexts } from "../parts/law-texts.ts";
import { ruleStates } from "../parts/rule-texts.ts";

/** The texts of the screens about rule books and their coverage. */
export const t = {
  coverage: "Coverage",
  coverageLead:
    "Which rules have counsel’s approval, in the wording that was live at an instant of your choice.",
  book: "Rule book",
  chooseBook: "Choose a rule book",
  allBooks: "All books",
  asOf: "As of",
  slider: "Drag or use the arrow keys: a day at a time",
  days: (n: number) => {
    const count = Math.abs(n) === 1 ? "1 day" : `${Math.abs(n)} days`;
    return n === 0 ? "now" : n < 0 ? `${count} ago` : `in ${count}`;
  },
  statuses: ruleStates,
  inForce: lawTexts.states,
  objection: (verdict: Decision) => `Objection: ${resultWord(verdict)}`,
  otherWording: "said of another wording",
  objectionOpen: "Counsel objected to this rule",
  wishOpen: "Counsel approved this rule with changes",
  remarkOf: (counsel: string, verdict: Decision) => `${counsel}: ${resultWord(verdict)}.`,
  remarkAmended: "The wording has been amended since; a new approval settles it.",
  remarkNotAmended: "The wording is still the one that this was said of.",
  amend: "Amend this rule",
  requestAgain: "Request again",
  columns: {
    rule: "Rule",
    status: "Status",
    law: "Law",
    decided: "Decided",
    changed: "Changed fields",
  },
  legend: "What the shapes mean, and how many rules have each",
  approvedOf: (n: number, all: number) =>
    `${n} of ${all === 1 ? "1 rule" : `${all} rules`} approved in the wording of that instant`,
  openAny: "Open requests",
  open: { request: "A request is open", panel: "A panel is deciding" },
  openEarlier: {
    request: "A request about an earlier wording is open",
    panel: "A panel is deciding on an earlier wording",
  },
  withOpen: { true: "With an open request", false: "Without one" },
  objectionsAny: "Objections",
  withObjection: { true: "Counsel objects", false: "Without objection" },
  startsOn: "Law starts on",
  severalStatuses: "Several of them",
  noneFiltered: "No rule fits these filters.",
  rulesShown: (n: number) => (n === 1 ? "rule" : "rules"),
  byAct: "By the structure of the act",
  otherGroup: "Other",
  startsIn: (state: string, when: string) => (state === "" ? when : `${state}, ${when}`),
  moreGroups: (n: number) => `Show ${countOf(n, "more part", "more parts")} of the act`,
  moreCells: (n: number) => `Show ${countOf(n, "more rule")}`,
  moreRows: (n: number) => `Show more of ${countOf(n, "other rule")}`,
  tableOf: (n: number) => (n === 1 ? "The rule as a table" : `All ${numberOf(n)} rules as a table`),
  provision: "Provision",
  whoDecided: "Who decided",
  byPanel: "The panel that decided",
  changedSince: "Changed since that approval:",
  wordingThen: "Wording",
  evidenceOf: "Review and evidence",
  toRule: "All versions of the rule",
  overTime: "Month by month",
  lawLines: "Numbered lines: dates of the law, below. Right of today: as it stands.",
  asTable: "The picture as a table",
  day: "Day",
  pictureOf: (points: readonly string[]) =>
    `Rules by status at the beginning of each month and now. ${points.join("; ")}.`,
  pointOf: (day: string, approved: number, all: number) =>
    `${day}: ${numberOf(approved)} of ${numberOf(all)} approved`,
  loadMonths: "Load the months of this large book",
  starts: (day: string, when: string) => `starts on ${day}, ${when}`,
  ready: "all of them are approved",
  notReady: (n: number) => `${numberOf(n)} not approved in the live wording`,
  upcoming: "What starts or ends to apply",
  nothingUpcoming: "No rule of this book starts or ends to apply from then on.",
  noRulesThen: "This book had no rules at that instant.",
  csv: "Export CSV",
  reReview: "Request review of what changed",
  requestReview: "Request review",

  books: "Rule books",
  rules: (n: number) => `${n} ${n === 1 ? "rule" : "rules"}`,
  state: "State",
  updated: "Updated",
  current: "Current",
  superseded: "Superseded",
  newBook: "New rule book",
  noBooks: "There is no rule book yet. Create one, then import its rules.",
  fields: {
    framework_id: ["Id", "2 to 64 of a to z, 0 to 9 and _. It cannot be changed later."],
    display_name: ["Name"],
    short_name: [
      "Short name",
      "What tables, tabs and charts call it, such as “EU AI Act”. At most 60 characters.",
    ],
    jurisdiction: ["Jurisdiction"],
    source_url: ["Source (web address)"],
  },
  editBook: "Names and source of the rule book",
  editNames: "Names",
  saveBook: "Save",
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

  edit: "Edit",
  newRule: "New rule",
  rulesTitle: "Rules",
  rulesCsv: "Export rules as CSV",
  sourceStatus: "Source",
  sources: {
    none: "Not told",
    official_text: "Official text",
    official_summary: "Official summary",
    secondary: "Secondary, unverified",
  },
  sourceReadOn: "Source read on",
  sourceStale: (day: string) => `Source not read again since ${day}`,
  sourceHint: "Where its facts were read. It is outside the wording: changing it ends no approval.",

  lawLine: "The law as a time line",
  today: "Today",
  nothingNext: "Nothing changes from now on, as far as is known.",
  nextChange: (day: string, what: string) => `Next, on ${day}: ${what}.`,
  before_: (state: string) => `before: ${state.toLowerCase()}`,
  pastChanges: (n: number) => `${n === 1 ? "One change" : `${n} changes`} until today`,
  untilDay: (day: string) => `until ${day}`,
  andMore: (n: number) => `and ${n} more`,
  events: (n: number) => `${n === 1 ? "One event" : `${n} events`} recorded`,
  wholeBook: "The whole book",
  endsEvents: (ids: string) => `Ends ${ids}`,
  kinds: lawTexts.kinds,
  recordEvent: "Record an event",
  recordWords:
    "Tells from when a law is not enforced, or is enforced again. No wording changes and no approval ends. An event with the same id is replaced; none is ever deleted.",
  recordAct: "Record",
  eventFields: {
    "events.0.id": ["Id", "1 to 64 of a to z, 0 to 9, _ . and -"],
    "events.0.kind": ["What happened"],
    "events.0.on": ["From"],
    "events.0.until": ["Last day"],
    "events.0.ends": [
      "Ends these events",
      "Ids, separated by commas. Left empty: everything that stands.",
    ],
    "events.0.authority": ["Court or authority"],
    "events.0.citation_url": ["Web address of the order"],
    "events.0.note": ["What it says"],
  },
  onlyRules: "Which rules",

  editTitle: (name: string) => `Edit: ${name}`,
  following: (at: number, all: number) =>
    all === 1
      ? "Counsel’s remark stands beside the text. Once it is saved, the request of a new review opens."
      : `Rule ${at} of ${all} that counsel remarked on. Once the last one is saved, the request of a new review opens.`,
  goOn: (isLast: boolean) =>
    isLast ? "Request again without amending it" : "Go on to the next without amending it",
  editLead:
    "What you type is kept in this browser until you save or discard it. Checking shows what would change; nothing is written before you say so.",
  draftKept: "This is your draft, kept in this browser. It is not saved yet.",
  draftOlder: (draft: number, live: number) =>
    `This is your draft of version ${draft}; version ${live} is live now. Compare before you save.`,
  discard: "Discard the draft",
  liveDiff: "What changes",
  liveNow: "Live now",
  edited: "Edited",
  noDifference: "Nothing differs from the live text yet.",
  saveRule: {
    label: "Save",
    question: (name: string) => `Save ${name}?`,
    words: "A changed rule becomes a new version; earlier versions stay readable.",
  },
  ruleIdHint: "2 to 128 of a to z, 0 to 9, _ . and -. It cannot be changed later.",
  noRisk: "None",
  risks: { prohibited: "Prohibited", high: "High", limited: "Limited", minimal: "Minimal" },
  citation: (n: number) => (n === 1 ? "Citation 1, its own provision" : `Citation ${n}`),
  addressOf: (name: string) => `${name}: web address`,
  addCitation: "Add a citation",
  remove: "Remove",
  removeCitation: (n: number) => `Remove citation ${n}`,

  importTitle: "Import rules",
  importInto: "Rule book",
  importLead:
    "Choose a JSON or CSV file. It is checked and compared first; nothing is written before you say so.",
  file: "JSON file or CSV file",
  fileHint:
    "JSON: an array of rules, or an object with a member “rules”. CSV: as the export of a book has it, one rule a row. Rules that the file does not name stay as they are.",
  csvQuote: "This file is not CSV: a quoted cell is not closed, or text follows its end.",
  csvUnknown: (name: string, known: string) =>
    `There is no field “${name}”. The columns are: ${known}.`,
  csvMissing: (name: string) => `The column “${name}” is missing.`,
  csvTwice: "A column appears twice.",
  csvCells: (row: number, has: number, needs: number) =>
    `Row ${row} has ${countOf(has, "cell")}; the first row has ${needs}.`,
  wholeFile: "The file",
  inCell: (row: number, column: string, text: string) =>
    `Row ${row}, column ${column}${text === "" ? "" : ` (“${text}”)`},`,
  inRule: (rule: string, field: string) => `Rule ${rule}${field === "" ? "" : `, ${field}`},`,
  csvEmpty: "This file has no rules below its first row.",
  notJson: "This file is not JSON.",
  fileUnreadable: "The browser could not read this file. Choose it again.",
  noList:
    "This file holds no rules: it must be a list of rules, or have one under the name “rules”.",
  check: "Check and preview",
  /** The effect of importing a file into a book. */
  importing: {
    title: "What the import will do",
    counts: (created: number, updated: number, unchanged: number) =>
      `${created} new, ${updated} changed, ${unchanged} unchanged.`,
    hits: (n: number) =>
      n === 0
        ? "No approval is affected."
        : `${n === 1 ? "One approval covers" : `${n} approvals cover`} wording that this import changes. Those rules will need a new review.`,
    nothing:
      "Every rule in the file is already in the book, word for word. There is nothing to import.",
  },
  /** The effect of saving one rule in the editor. */
  editing: {
    title: "What saving will do",
    counts: (created: number) =>
      created === 1 ? "The book gets a new rule." : "The rule is changed.",
    hits: (n: number) =>
      n === 0
        ? "No approval is affected."
        : `${n === 1 ? "One approval covers" : `${n} approvals cover`} wording that this edit changes. The rule will need a new review.`,
    nothing: "The rule reads like this already. There is nothing to save.",
  },
  hitLink: (at: number, of: number) =>
    of === 1 ? "The approval of its present wording" : `Approval ${at} of its present wording`,
  write: {
    label: "Import now",
    question: (name: string) => `Import into ${name}?`,
    words: "Each changed rule becomes a new version; earlier versions stay readable.",
  },
  changes: { created: "New", updated: "Changed", unchanged: "Unchanged" },
} as const;
