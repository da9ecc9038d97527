/*
 * What somebody may do whom another organisation's sign-in vouches for (trust.md, section 2). The entry of
 * the provider that signed them in decides, never the domain of their address.
 */

export const federatedRoles = ["platform-admin", "reader", "org-admin", "member"] as const;
export type FederatedRole = (typeof federatedRoles)[number];

/** What the entry of one provider says of the people whom it signs in. */
export interface FederatedEntry {
  /** Of the provider in the user pool. */
  name: string;
  /** Of the addresses that it may vouch for, lower-case. */
  domain: string;
  /** Whose people they are: a tenant's id, or the platform's. */
  tenant: string;
  /** Which of their groups is what here. */
  groups: Readonly<Record<string, FederatedRole>>;
}

export const PLATFORM_PEOPLE = "platform";

/** What people of a tenant, or of the platform, can be. */
export const rolesFor = (tenant: string): readonly FederatedRole[] =>
  tenant === PLATFORM_PEOPLE ? ["platform-admin", "reader"] : ["org-admin", "member"];

/** Groups as the user pool keeps them: one as it is, several as `[a, b]`. */
export const groupsIn = (text: string): string[] =>
  text
    .replace(/^\[|\]$/g, "")
    .split(",")
    .map((group) => group.trim())
    .filter((group) => group !== "");

/**
 * The claims of a person as their provider describes them.
 * @returns empty: they may do nothing
 */
export function federatedClaims(
  { domain, tenant, groups }: FederatedEntry,
  person: { email: string; groups: readonly string[] },
): Record<string, string> {
  const at = person.email.lastIndexOf("@");
  if (at < 1 || person.email.slice(at + 1).toLowerCase() !== domain) return {};
  const mapped = person.groups.flatMap((group) =>
    Object.hasOwn(groups, group) ? [groups[group]] : [],
  );
  const role = rolesFor(tenant).find((one) => mapped.includes(one));
  switch (role) {
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
