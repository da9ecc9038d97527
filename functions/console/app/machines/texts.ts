/** The texts of the screens of machines. */
export const t = {
  title: "Machines",
  lead: "Systems that sign in with the OIDC token of their own platform, without a secret of ours.",
  create: "Let a machine sign in",
  createFirst: "Let the first machine sign in",
  empty: "No machine may sign in yet.",
  columns: { name: "Machine", may: "May" },
  newTitle: "Let a machine sign in",
  add: "Let it sign in",
  editTitle: (name: string) => `Change ${name}`,
  idTaken: "There is already a machine with this id; change that one.",
  audienceHint: "What its tokens are made for. These machines have this one, and no other.",
  claimsHint:
    "name=value, compared exactly. One has to be a claim that nobody else can get: repository_id on GitHub, project_id on GitLab, sub elsewhere.",
  books: "Rule books that it may name",
  booksHint: "None: it may read and ask about each of them, but import no rules.",
  everyBook: "each",
  rows: "What was changed about it",
  routes: "What it can call",
  remove: {
    label: "Remove",
    question: (name: string) => `Remove ${name}?`,
    words: "Its requests are refused within 30 seconds. What it did stays in the audit trail.",
  },
} as const;
