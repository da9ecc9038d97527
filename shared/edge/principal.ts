import { DomainError } from "#shared/domain/errors.ts";
import type { Access } from "#shared/routes/contract/route.ts";

/** A signed-in person, as the JWT authorizer vouches for them. */
interface Principal {
  userId: string;
  email: string | null;
  isPlatformAdmin: boolean;
  tenantId: string | null;
  orgRole: "admin" | "member" | null;
}

export type Claims = Readonly<Record<string, unknown>>;

/**
 * Reads the claims in the form API Gateway hands them over: every value a string, arrays as
 * `[a b]`, booleans as `"true"`. Cognito's spellings (`custom:tenant_id`, `cognito:groups`) are
 * taken too (contract, "Who may call").
 */
function principalOf(claims: Claims | undefined): Principal {
  const text = (name: string): string | null => {
    const value = claims?.[name];
    if (typeof value === "boolean" || typeof value === "number") return String(value);
    return typeof value === "string" && value !== "" ? value : null;
  };
  const groups = listOf(claims?.["cognito:groups"]);
  const userId = text("sub");
  if (userId === null) throw new DomainError("forbidden", "The access token names no user.");
  const role = text("org_role") ?? text("custom:org_role");
  const isOrgAdmin = role === "admin" || (role === null && groups.includes("org-admin"));
  return {
    userId,
    email: text("email"),
    isPlatformAdmin:
      (text("is_platform_admin") ?? text("custom:is_platform_admin")) === "true" ||
      groups.includes("platform-admin"),
    tenantId: text("tenant_id") ?? text("custom:tenant_id"),
    orgRole: isOrgAdmin ? "admin" : role === "member" || groups.length > 0 ? "member" : null,
  };
}

function listOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.filter((entry) => typeof entry === "string");
  if (typeof value !== "string") return [];
  return value
    .replace(/^\[|\]$/g, "")
    .split(/[\s,]+/)
    .filter(Boolean);
}

/** A person whose tenant is known: what `user` and `org` routes hand to their functions. */
export type Member = Principal & { tenantId: string };

/** The principal each access word vouches for; null where nobody signs in. */
export type PrincipalFor<A extends Access> = A extends "platform"
  ? Principal
  : A extends "user" | "org"
    ? Member
    : null;

/**
 * Lets through only those the access word names.
 * @throws DomainError `forbidden`
 */
export function authorize<A extends Access>(
  access: A,
  claims: Claims | undefined,
): PrincipalFor<A> {
  if (access === "public" || access === "counsel" || access === "signed") {
    return null as PrincipalFor<A>;
  }
  const principal = principalOf(claims);
  if (access === "platform") {
    if (!principal.isPlatformAdmin) {
      throw new DomainError("forbidden", "Only a platform admin may do this.");
    }
    return principal as PrincipalFor<A>;
  }
  if (principal.tenantId === null) {
    throw new DomainError("forbidden", "Only a user of a tenant may do this.");
  }
  if (access === "org" && principal.orgRole !== "admin") {
    throw new DomainError("forbidden", "Only an admin of the organisation may do this.");
  }
  return principal as PrincipalFor<A>;
}
