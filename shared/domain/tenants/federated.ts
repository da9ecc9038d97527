/*
 * The permissions of people who sign in through another organisation (trust.md, section 2). The entry
 * of the provider that signed them in decides, never the domain of their address.
 */

export const federatedRoles = ["platform-admin", "reader", "org-admin", "member"] as const;
export type FederatedRole = (typeof federatedRoles)[number];

/** The entry of one provider, which describes the people whom it signs in. */
export interface FederatedEntry {
  /** The provider's name in the user pool. */
  name: string;
  /** The domain of the addresses that the provider may vouch for, lower-case. */
  domain: string;
  /** The organisation to which these people belong: a tenant's id, or the platform's. */
  tenant: string;
  /** The role here for each of the provider's groups. */
  groups: Readonly<Record<string, FederatedRole>>;
}

/** The claim in which a provider of each kind states the address. */
export const addressClaims = {
  oidc: "email",
  saml: "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
} as const;

export const PLATFORM_PEOPLE = "platform";

/** The roles that people of a tenant, or of the platform, can have. */
export const rolesFor = (tenant: string): readonly FederatedRole[] =>
  tenant === PLATFORM_PEOPLE ? ["platform-admin", "reader"] : ["org-admin", "member"];

/**
 * The groups that a provider names: a list, or text in one of the forms that Cognito documents: one
 * name, `a,b`, `["a","b"]`, or `[a, b]` with each name URL-encoded. A name that could be read in two ways
 * counts in both.
 */
export function groupsIn(told: unknown): string[] {
  if (Array.isArray(told)) return told.map(String);
  const text = String(told ?? "").trim();
  const [, inner] = /^\[(.*)\]$/s.exec(text) ?? [];
  if (inner === undefined) return partsOf(text);
  try {
    return groupsIn(JSON.parse(text));
  } catch {
    return partsOf(inner).flatMap((part) => [part, decoded(part)]);
  }
}

const partsOf = (text: string): string[] => text.split(",").map((part) => part.trim());

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll("+", " "));
  } catch {
    return part;
  }
}

/** The greatest role that these groups give. */
export function roleOf(
  { tenant, groups }: FederatedEntry,
  told: readonly string[],
): FederatedRole | undefined {
  const mapped = told.flatMap((group) => (Object.hasOwn(groups, group) ? [groups[group]] : []));
  return rolesFor(tenant).find((one) => mapped.includes(one));
}

/** Tokens are made for this long after a provider has named somebody's groups. */
const TOLD_COUNTS_MS = 60 * 60_000;

/**
 * The role as the user pool keeps it, with the time of the sign-in: Cognito keeps an attribute until it
 * writes another value. The text has only characters that Cognito encodes nowhere.
 */
export const keptRole = (role: FederatedRole | undefined, nowMs: number): string =>
  `${nowMs}.${role ?? "none"}`;

/** The role that `keptRole` wrote, however long ago; undefined: the provider gave none. */
export const lastRole = (kept: string): FederatedRole | undefined =>
  federatedRoles.find((one) => one === kept.split(".")[1]);

/** Reads what `keptRole` wrote. @returns undefined: the provider has given no role in the last hour */
export function roleIn(kept: string, nowMs: number): FederatedRole | undefined {
  const [at = ""] = kept.split(".");
  const isRecent = /^\d+$/.test(at) && nowMs - Number(at) <= TOLD_COUNTS_MS;
  return isRecent ? lastRole(kept) : undefined;
}

/**
 * The claims of a person, derived from what their provider states.
 * @returns empty: they may do nothing
 */
export function federatedClaims(
  { domain, tenant }: FederatedEntry,
  person: { email: string; role: FederatedRole | undefined },
): Record<string, string> {
  const at = person.email.lastIndexOf("@");
  if (at < 1 || person.email.slice(at + 1).toLowerCase() !== domain) return {};
  switch (rolesFor(tenant).find((one) => one === person.role)) {
    case "platform-admin":
      return { is_platform_admin: "true" };
    case "reader":
      return { is_reader: "true" };
    case "org-admin":
      return { tenant_id: tenant, org_role: "admin" };
    case "member":
      return { tenant_id: tenant, org_role: "member" };
    default:
      return {};
  }
}
