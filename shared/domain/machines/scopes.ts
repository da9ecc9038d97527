/** Whose machines may have a scope: the platform's, those of tenants, or both. */
type Whose = "platform" | "tenant" | "both";

/** What a machine may be allowed to do; each of its routes demands one of these. */
const whoMayHave = {
  "audit:read": "both",
  "coverage:read": "platform",
  "evidence:read": "platform",
  "rules:write": "platform",
  "clearance:ask": "both",
  "inventory:read": "tenant",
  "runs:start": "tenant",
} as const satisfies Record<string, Whose>;

export type Scope = keyof typeof whoMayHave;

export const scopes = Object.keys(whoMayHave) as [Scope, ...Scope[]];

/** The scopes that the platform's machines may have, or those that a tenant's may have. */
export const scopesOf = (whose: "platform" | "tenant"): [Scope, ...Scope[]] =>
  scopes.filter((scope) => whoMayHave[scope] === "both" || whoMayHave[scope] === whose) as [
    Scope,
    ...Scope[],
  ];
