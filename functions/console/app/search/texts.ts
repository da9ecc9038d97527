/** The texts of the search over everything. */
export const t = {
  title: "Search everything",
  label: "An article, a title, a name, an id or a screen",
  results: "Results",
  groups: {
    screens: "Screens",
    rules: "Rules",
    reviews: "Reviews",
    counsel: "Counsel",
    connections: "Connections",
    artifacts: "Artifacts",
    evidence: "Evidence",
  },
  askEvidence: (q: string) => `Who approved “${q}”, and when?`,
  searching: "Searching",
  count: (n: number) => (n === 1 ? "One result" : `${n} results`),
  nothing: (q: string) => `Nothing fits “${q}”.`,
  failed: (groups: string) => `Not searched, because the service did not answer: ${groups}.`,
  more: (n: number) => `and ${n.toLocaleString("en")} more: ask for more words`,
  keys: "↑ ↓ to choose, Enter to open, Esc to close.",
  platform:
    "Looks at screens, live rules by article, title or id, reviews by counsel or id, and the first 200 counsel and connections. Not at the texts of rules, audit rows, or what organisations have found.",
  tenant:
    "Looks at screens, your first 200 connections, and artifacts by name or the provider’s reference.",
} as const;
