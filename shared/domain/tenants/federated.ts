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

export const PLATFORM_PEOPLE = "platform";

/** The roles that people of a tenant, or of the platform, can have. */
export const rolesFor = (tenant: string): readonly FederatedRole[] =>
  tenant === PLATFORM_PEOPLE ? ["platform-admin", "reader"] : ["org-admin", "member"];

/** Parses groups as the user pool stores them: one group unchanged, several as `[a, b]`. */
export const groupsIn = (text: string): string[] =>
  text
    .replace(/^\[|\]$/g, "")
    .split(",")
    .map((group) => group.trim())
    .filter((group) => group !== "");

/**
 * The claims of a person, derived from what their provider states.
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
