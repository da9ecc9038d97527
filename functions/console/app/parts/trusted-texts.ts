import type { Scope } from "#shared/domain/machines/scopes.ts";

/** The texts of the screens of pipelines and machines, which sign in with tokens of their own. */
export const t = {
  runs: "Where it runs",
  cis: { github: "GitHub Actions", gitlab: "GitLab", other: "Another issuer of OIDC tokens" },
  id: "Id",
  idHint: "2 to 64 of a-z, 0-9 and _",
  name: "Name",
  issuer: "Issuer",
  issuerHint: "As the token’s iss has it, byte for byte.",
  audience: "Audience",
  claims: "Claims, one a line",
  claimForm: "must be lines such as sub=4711: the name of a claim, and what it has to say",
  claimTwice: (name: string) => `The claim ${name} is named twice.`,
  bookIds: "Ids of rule books, one a line",
  inForceSoon: "What is changed here is in force within 30 seconds.",
  mustSay: "Its token must say",
  created: "Created",
  changed: "Changed",
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
} as const;
