import { DomainError } from "#shared/domain/errors.ts";
import type { Scope } from "./scopes.ts";

/** A system that signs in with the OIDC token of its own platform, and no secret of ours. */
export interface Machine {
  id: string;
  /** {@link PLATFORM}, a tenant's id, or {@link PIPELINES}. */
  owner: string;
  display_name: string;
  /** As the tokens' `iss` has it, byte for byte. */
  issuer: string;
  audience: string;
  /** Each of these claims of a token must have exactly this text. */
  claims: Record<string, string>;
  scopes: Scope[];
  /** The books it may name, sorted; none: it is not restricted to some. */
  framework_ids: string[];
  created_at: string;
  updated_at: string;
}

/** What an admin says about a machine. */
export type MachineContent = Omit<Machine, "id" | "owner" | "created_at" | "updated_at">;

/** A machine whose token was verified, as its routes pass it to their functions. */
export interface MachineCaller {
  /** As the rows of the machine itself have it, see {@link fullIdOf}. */
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

/** Names a machine among those of all owners: two tenants can choose the same id. */
export function fullIdOf({ owner, id }: Pick<Machine, "owner" | "id">): string {
  const tenantId = tenantOf({ owner });
  return tenantId === null ? id : `${tenantId}/${id}`;
}

/** The audience of an owner's tokens, so that no tenant's token counts for another. */
export const audienceFor = (owner: string, baseUrl: string): string =>
  owner === PLATFORM ? baseUrl : `${baseUrl}/tenants/${owner}`;

/** The owners whose machines a token may belong to, by its audiences: always the platform, too. */
export const ownersNamed = (audiences: readonly unknown[]): Set<string> =>
  new Set([
    PLATFORM,
    ...audiences.flatMap((one) => /\/tenants\/([0-9a-f-]{36})$/.exec(String(one))?.[1] ?? []),
  ]);

/**
 * The claim that nobody else can get from an issuer. A name of a repository or project can be
 * registered again by somebody else.
 */
export function lastingClaimOf(issuer: string): string {
  const { hostname, pathname } = new URL(issuer);
  const isGithub =
    hostname === "token.actions.githubusercontent.com" || pathname.endsWith("/_services/token");
  if (isGithub) return "repository_id";
  return hostname === "gitlab.com" ? "project_id" : "sub";
}

/** Whether one token could fit both: then nobody could say which machine asked. */
export const areAmbiguous = (one: MachineContent, other: MachineContent): boolean =>
  one.issuer === other.issuer &&
  one.audience === other.audience &&
  Object.entries(one.claims).every(
    ([name, value]) => !Object.hasOwn(other.claims, name) || other.claims[name] === value,
  );

/**
 * The tenant whose machine calls, for what only tenants have.
 * @throws DomainError `scope_missing`
 */
export function tenantOfMachine({ tenantId }: Pick<MachineCaller, "tenantId">): string {
  if (tenantId !== null) return tenantId;
  throw new DomainError("scope_missing", "Only a tenant's machine may do this.");
}

/**
 * That a machine asks about the repository of its own token, and no other.
 * @param repositoryId as it is asked about
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
