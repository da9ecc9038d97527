import { DomainError } from "#shared/domain/errors.ts";

/** A customer organisation; owns its connections, runs and artifacts (contract). */
export interface Tenant {
  id: string;
  name: string;
  created_at: string;
}

const tenantIdForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Parses a tenant id from outside into its stored form (lower case); null if it is not a UUID. */
export const tenantIdOf = (text: string): string | null =>
  tenantIdForm.test(text) ? text.toLowerCase() : null;

/** Whether the text has the form of a tenant id. */
export const namesTenant = (text: string): boolean => tenantIdOf(text) !== null;

/** The error for an access token whose tenant does not exist. */
export const unknownTenant = (): DomainError =>
  new DomainError("unknown_tenant", "The tenant of this access token does not exist.");

/** Whether something was not written because its tenant does not exist, or is being removed. */
export const isUnknownTenant = (error: unknown): boolean =>
  error instanceof DomainError && error.code === "unknown_tenant";

/** A signed-in person, as the sign-in provider's claims describe them. */
export interface Person {
  userId: string;
  email: string | null;
  isPlatformAdmin: boolean;
  /** May read everything of the platform, change nothing and see no working link; no other role. */
  isReader: boolean;
  tenantId: string | null;
  orgRole: "admin" | "member" | null;
}

/** The person who acts: their user id, and their e-mail if the sign-in provider gave it. */
export type Acting = Pick<Person, "userId" | "email">;

/** A person whose tenant is known, as `user` and `org` routes pass them to their functions. */
export type Member = Person & { tenantId: string };

export type Claims = Readonly<Record<string, unknown>>;

/**
 * Reads claims as in a token, or as API Gateway passes them on: every value a string, arrays as
 * `[a b]`, booleans as `"true"`. Cognito's names (`custom:tenant_id`, `cognito:groups`) are
 * accepted too (contract, "Who may call").
 * @returns null for claims that name no user
 */
export function personOf(claims: Claims | undefined): Person | null {
  const text = (name: string): string | null => {
    const value = claims?.[name];
    if (typeof value === "boolean" || typeof value === "number") return String(value);
    return typeof value === "string" && value !== "" ? value : null;
  };
  const groups = listOf(claims?.["cognito:groups"]);
  const userId = text("sub");
  if (userId === null) return null;
  const role = text("org_role") ?? text("custom:org_role");
  const isOrgAdmin = role === "admin" || (role === null && groups.includes("org-admin"));
  const has = (claim: string, group: string): boolean =>
    (text(claim) ?? text(`custom:${claim}`)) === "true" || groups.includes(group);
  const isPlatformAdmin = has("is_platform_admin", "platform-admin");
  const person = { userId, email: text("email"), isPlatformAdmin };
  if (!isPlatformAdmin && has("is_reader", "reader")) {
    return { ...person, isReader: true, tenantId: null, orgRole: null };
  }
  return {
    ...person,
    isReader: false,
    tenantId: text("tenant_id") ?? text("custom:tenant_id"),
    orgRole: isOrgAdmin ? "admin" : role === "member" || groups.length > 0 ? "member" : null,
  };
}

/** Whether a person may see what the platform sees, and not only public data and their tenant's. */
export const seesPlatform = ({
  isPlatformAdmin,
  isReader,
}: Pick<Person, "isPlatformAdmin" | "isReader">): boolean => isPlatformAdmin || isReader;

function listOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.filter((entry) => typeof entry === "string");
  if (typeof value !== "string") return [];
  return value
    .replace(/^\[|\]$/g, "")
    .split(/[\s,]+/)
    .filter(Boolean);
}
