import { DomainError } from "#shared/domain/errors.ts";
import type { Scope } from "./scopes.ts";

/** A system that signs in with the OIDC token of its own platform and holds no secret of ours. */
export interface Machine {
  id: string;
  /** {@link PLATFORM}, a tenant's id, or {@link PIPELINES}. */
  owner: string;
  display_name: string;
  /** Equal to `iss` in the tokens, byte for byte. */
  issuer: string;
  audience: string;
  /** Each of these claims of a token must have exactly this text. */
  claims: Record<string, string>;
  scopes: Scope[];
  /** The books that the machine may name, sorted; empty: it may name any book. */
  framework_ids: string[];
  created_at: string;
  updated_at: string;
}

/** The part of a machine that an admin sets. */
export type MachineContent = Omit<Machine, "id" | "owner" | "created_at" | "updated_at">;

/** A machine whose token was verified, in the form that its routes pass to their functions. */
export interface MachineCaller {
  /** The id that the machine's own rows use, see {@link fullIdOf}. */
  machineId: string;
  /** null: one of the platform's machines. */
  tenantId: string | null;
  machine: Machine;
  /** The token's `repository_id`: the repository whose job asks; null if the token names none. */
  repositoryId: string | null;
}

/** The owner of machines that act for the platform. */
const PLATFORM = "platform";
/** Pipelines are machines that only ask for clearance, at a route of their own. */
export const PIPELINES = "pipelines";

/** How many machines one owner can register. */
export const MAX_MACHINES = 100;

/** The tenant that a machine acts for; null: the platform. */
export const tenantOf = ({ owner }: Pick<Machine, "owner">): string | null =>
  owner === PLATFORM || owner === PIPELINES ? null : owner;

/** Names a machine uniquely among all owners, because two tenants can choose the same id. */
export function fullIdOf({ owner, id }: Pick<Machine, "owner" | "id">): string {
  const tenantId = tenantOf({ owner });
  return tenantId === null ? id : `${tenantId}/${id}`;
}

/** The audience of an owner's tokens, so that no tenant's token counts for another. */
export const audienceFor = (owner: string, baseUrl: string): string =>
  owner === PLATFORM ? baseUrl : `${baseUrl}/tenants/${owner}`;

/** The owners whose machines may have a token, by its audiences; the platform always may. */
export const ownersNamed = (audiences: readonly unknown[]): Set<string> =>
  new Set([
    PLATFORM,
    ...audiences
      .filter((one) => typeof one === "string")
      .flatMap((one) => /\/tenants\/([0-9a-f-]{36})$/.exec(one)?.[1] ?? []),
  ]);

/**
 * The claim that nobody else can get from an issuer. Somebody else could register the name of a
 * repository or project again.
 */
export function lastingClaimOf(issuer: string): string {
  const { hostname, pathname } = new URL(issuer);
  const isGithub =
    hostname === "token.actions.githubusercontent.com" || pathname.endsWith("/_services/token");
  if (isGithub) return "repository_id";
  return hostname === "gitlab.com" ? "project_id" : "sub";
}

/** Whether one token could fit both machines. Then nobody could say which of them asked. */
export const areAmbiguous = (one: MachineContent, other: MachineContent): boolean =>
  one.issuer === other.issuer &&
  one.audience === other.audience &&
  Object.entries(one.claims).every(
    ([name, value]) => !Object.hasOwn(other.claims, name) || other.claims[name] === value,
  );

/**
 * The tenant of a calling machine, for operations that only tenants have.
 * @throws DomainError `scope_missing`
 */
export function tenantOfMachine({ tenantId }: Pick<MachineCaller, "tenantId">): string {
  if (tenantId !== null) return tenantId;
  throw new DomainError("scope_missing", "Only a tenant's machine may do this.");
}

/**
 * Checks that a machine asks only about the repository that its own token names.
 * @param repositoryId from the machine's token
 * @throws DomainError `repository_not_granted`
 */
export function requireOwnRepository(
  { repositoryId }: Pick<MachineCaller, "repositoryId">,
  asked: string,
): void {
  if (repositoryId === asked) return;
  throw new DomainError(
    "repository_not_granted",
    "A machine can ask only about the repository that repository_id names in its own token.",
  );
}
