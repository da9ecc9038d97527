import { DomainError } from "#shared/domain/errors.ts";
import { type Claims, type Member, type Person, personOf } from "#shared/domain/tenants/person.ts";
import type { Access } from "#shared/routes/contract/route.ts";

/** The principal each access word vouches for; null where nobody signs in. */
export type PrincipalFor<A extends Access> = A extends "platform"
  ? Person
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
  const principal = personOf(claims);
  if (principal === null) throw new DomainError("forbidden", "The access token names no user.");
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
