import { numberOf } from "#shared/domain/text/text.ts";

/** The texts of the search over everything. */
export const t = {
  title: "Search everything",
  label: "An article, words of a rule, a name, a day, an id, or what you want to do",
  results: "Results",
  groups: {
    screens: "Screens",
    acts: "What you can do",
    rules: "Rules",
    counsel: "Counsel",
    reviews: "Reviews",
    tenants: "Tenants",
    connections: "Connections",
    rooms: "Rooms",
    setup: "Setup",
    alarms: "Alarms",
    settings: "Settings",
    docs: "Docs",
    artifacts: "Artifacts",
    evidence: "Evidence",
  },
  /** Words that find every entry of a kind, whatever its name. */
  kinds: { alarms: "alarm", settings: "setting", docs: "" },
  acts: {
    request: "Request a review",
    panels: "See the panels",
    counsel: "Register counsel",
    import: "Import or edit rules",
    clearance: "Ask whether something may ship",
    pipeline: "Let a pipeline ask",
    machine: "Let a machine sign in",
    verify: "Verify a file",
    export: "Export decisions as one file",
    room: "Open a room for a regulator",
    rotate: "Rotate a secret or key",
    alarms: "What each alarm means",
    budget: "See the extractors’ budget",
    connect: "Connect an environment",
    tenant: "Create a tenant",
  },
  setup: (title: string, acts: readonly string[]) =>
    acts.length === 0 ? title : `${title}: ${acts.join(", ")}`,
  decidedOn: (day: string) => `What was decided on ${day}`,
  decidedBy: (day: string) => `What had been decided by ${day}`,
  askEvidence: (q: string) => `Who approved “${q}”, and when?`,
  searching: "Searching",
  count: (n: number) => (n === 1 ? "One result" : `${n} results`),
  nothing: (q: string) => `Nothing fits “${q}”.`,
  failed: (groups: string) => `Not searched, because the service did not answer: ${groups}.`,
  more: (n: number) => `and ${numberOf(n)} more: ask for more words`,
  keys: "↑ ↓ to choose, Enter to open, Esc to close.",
  platform:
    "Looks at screens and what can be done there, live rules by article, words, id or rule book, the newest 1,000 reviews by what the queue shows, and any of them by id, the first 200 counsel, tenants, rooms and connections, Setup, alarms, settings and docs. Not at audit rows, or what organisations have found.",
  tenant:
    "Looks at screens and what you can do there, your first 200 connections, and artifacts by name or the provider’s reference.",
} as const;
