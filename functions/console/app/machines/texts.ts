import type { Scope } from "#shared/domain/machines/scopes.ts";

/** The texts of the screens of machines. */
export const t = {
  title: "Machines",
  lead: "Systems that sign in with the OIDC token of their own platform, without a secret of ours.",
  create: "Let a machine sign in",
  createFirst: "Let the first machine sign in",
  empty: "No machine may sign in yet.",
  columns: { name: "Machine", may: "May", tokens: "Its tokens" },
  newTitle: "Let a machine sign in",
  editTitle: (name: string) => `Change ${name}`,
  idTaken: "There is already a machine with this id; change that one.",
  audienceHint: "What its tokens are made for. These machines have this one, and no other.",
  claimsHint:
    "name=value, compared exactly. One has to be a claim that nobody else can get: repository_id on GitHub, project_id on GitLab, sub elsewhere.",
  scopes: "It may",
  scopeWords: {
    "audit:read": "read the audit trail, for a SIEM",
    "coverage:read": "read which rules are approved",
    "evidence:read": "read reviews, their bundles and certificates",
    "rules:write": "import rules, into the books that it may name",
    "clearance:ask": "ask whether something may go out",
    "inventory:read": "export the inventory",
    "runs:start": "start discovery runs",
  } satisfies Record<Scope, string>,
  books: "Rule books that it may name",
  booksHint: "None: it may read and ask about each of them, but import no rules.",
  everyBook: "each",
  allow: "Let it sign in",
  edit: "Change",
  created: "Created",
  rows: "What was changed about it",
  routes: "What it can call",
  remove: {
    label: "Remove",
    question: (name: string) => `Let ${name} sign in no more?`,
    words: "Its requests are refused within 30 seconds. What it did stays in the audit trail.",
  },
} as const;
