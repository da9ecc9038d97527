import { DomainError } from "#shared/domain/errors.ts";
import type { MachineCaller } from "#shared/domain/machines/machine.ts";
import {
  CANARY_USER,
  canaryOnly,
  isCanaryFramework,
  isCanaryUser,
} from "#shared/domain/service/canary.ts";
import { type Claims, type Member, type Person, personOf } from "#shared/domain/tenants/tenant.ts";
import {
  type Access,
  isForReaders,
  type Method,
  type Route,
} from "#shared/routes/contract/route.ts";

/** The principal of each access level; null where callers do not sign in. */
export type PrincipalFor<A extends Access> = A extends "platform" | "signed_in"
  ? Person
  : A extends "user" | "org"
    ? Member
    : A extends "machine"
      ? MachineCaller
      : null;

/** What the gateway confirms: a token's claims or, on the canary's paths, the role that signed. */
export interface Vouched {
  jwt?: { claims?: Claims };
  iam?: object;
}

/** Access levels without a sign-in: the function itself checks the caller's token or signature. */
const open: ReadonlySet<Access> = new Set(["public", "counsel", "signed", "pipeline", "room"]);

const canary: Person = {
  userId: CANARY_USER,
  email: null,
  isPlatformAdmin: true,
  isReader: false,
  tenantId: null,
  orgRole: null,
};

/**
 * Admits only callers whom the route's access level allows. Requests signed by a role arrive only on
 * the canary's paths, and the gateway admits only the canary's role there.
 * @throws DomainError `forbidden`
 */
export function authorize<A extends Access>(
  route: Pick<Route, "method" | "onlyReads"> & { access: A },
  vouched: Vouched | undefined,
): PrincipalFor<A> {
  const { access } = route;
  if (open.has(access)) return null as PrincipalFor<A>;
  const isCanary = vouched?.iam !== undefined && vouched.jwt === undefined;
  const principal = isCanary ? canary : personOf(vouched?.jwt?.claims);
  if (!isCanary && principal !== null && isCanaryUser(principal.userId)) {
    throw new DomainError("forbidden", "This user id is the canary's.");
  }
  if (principal === null)
    throw new DomainError("forbidden", "The access token does not name a user.");
  if (principal.isReader) {
    if (isForReaders(route)) return principal as PrincipalFor<A>;
    throw new DomainError("forbidden", "Your role lets you read, but not change anything.");
  }
  if (access === "platform") {
    if (!principal.isPlatformAdmin) {
      throw new DomainError("forbidden", "Only a platform admin may do this.");
    }
    return principal as PrincipalFor<A>;
  }
  if (access === "signed_in" && principal.isPlatformAdmin) return principal as PrincipalFor<A>;
  if (principal.tenantId === null) {
    throw new DomainError("forbidden", "Only a user of a tenant may do this.");
  }
  if (access === "org" && principal.orgRole !== "admin") {
    throw new DomainError("forbidden", "Only an admin of the organisation may do this.");
  }
  return principal as PrincipalFor<A>;
}

interface Scoped {
  principal: object | null;
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Keeps the canary and users apart. Where a call names a framework, the canary may name only its own,
 * and users may name the canary's only to read. Calls that name a counsel or a review by id are checked
 * in their use cases.
 * @throws DomainError `forbidden`
 */
export function isolateCanary(method: Method, { principal, params, query, body }: Scoped): void {
  if (principal === null) return;
  const named = [params, query, body]
    .map((part) => (part as { framework_id?: unknown } | null | undefined)?.framework_id)
    .filter((id) => typeof id === "string");
  const { userId } = principal as { userId?: string };
  const isCanary = userId !== undefined && isCanaryUser(userId);
  const isOwn = (id: string) => isCanaryFramework(id) === isCanary;
  if (named.every(isOwn) || (!isCanary && method === "GET")) return;
  throw canaryOnly();
}
