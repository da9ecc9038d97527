import { compactVerify, decodeJwt, decodeProtectedHeader, errors, type LocalJWKSet } from "jose";
import { DomainError } from "#shared/domain/errors.ts";
import {
  fullIdOf,
  type Machine,
  type MachineCaller,
  ownersNamed,
  PIPELINES,
  tenantOf,
} from "#shared/domain/machines/machine.ts";
import {
  addressed,
  audiencesOf,
  isCurrent,
  matching,
  type Payload,
  type TokenCheck,
} from "#shared/domain/machines/token.ts";
import { cachedMachines } from "#shared/store/machines.ts";
import { issuerKeys, issuerKeysAgain } from "./issuer-keys.ts";

/** The signature algorithms that need the issuer's private key. */
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
];

/** How many owners one token can be addressed to; a good one is addressed to one. */
const MAX_OWNERS = 5;

/**
 * Verifies a pipeline's token. If several pipelines match, the result combines their books.
 * @param authorization the header; undefined if there is none
 * @param now ISO 8601 UTC
 * @returns the books that its pipelines may ask about
 * @throws DomainError `token_invalid` with the member `check`, `issuer_unreachable`,
 *   `endpoint_blocked`
 */
export async function verifyPipelineToken(
  authorization: string | undefined,
  now: string,
): Promise<ReadonlySet<string>> {
  const { machines } = await verifyToken(authorization, () => [PIPELINES], now);
  return new Set(machines.flatMap(({ framework_ids }) => framework_ids));
}

/**
 * Verifies a machine's token. It belongs to exactly one machine: machines of one owner cannot share
 * a token, and a token that is addressed to several owners is refused.
 * @throws DomainError as {@link verifyPipelineToken}
 */
export async function verifyMachineToken(
  authorization: string | undefined,
  now: string,
): Promise<MachineCaller> {
  const named = (payload: Payload) => [...ownersNamed(audiencesOf(payload))];
  const { machines, payload } = await verifyToken(authorization, named, now);
  const [machine, another] = machines;
  if (machine === undefined || another !== undefined) throw refused("audience");
  const { repository_id } = payload;
  return {
    machineId: fullIdOf(machine),
    tenantId: tenantOf(machine),
    machine,
    repositoryId: typeof repository_id === "string" ? repository_id : null,
  };
}

/**
 * Verifies a system's own OIDC token: issuer, signature, audience, expiry, claims, in that order
 * (clearance.md, section 2).
 * @param ownersOf the owners whose machines a token can belong to, according to its payload
 */
async function verifyToken(
  authorization: string | undefined,
  ownersOf: (payload: Payload) => readonly string[],
  now: string,
): Promise<{ machines: readonly Machine[]; payload: Payload }> {
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(authorization ?? "")?.[1] ?? "";
  const { payload, header } = decoded(token);
  const owners = ownersOf(payload).slice(0, MAX_OWNERS);
  const registered = await Promise.all(owners.map((owner) => cachedMachines(owner, now)));
  const known = registered.flat().filter(({ issuer }) => issuer === payload.iss);
  const [first] = known;
  if (first === undefined) throw refused("issuer");
  // We ask no issuer for the keys of a token that no key can have signed.
  if (header.crit !== undefined || !ALGORITHMS.includes(header.alg ?? "")) {
    throw refused("signature");
  }
  await verifySignature(token, first.issuer);
  const meant = addressed(known, payload);
  if (meant.length === 0) throw refused("audience");
  if (!isCurrent(payload, Date.parse(now))) throw refused("expiry");
  const machines = matching(meant, payload);
  if (machines.length === 0) throw refused("claims");
  return { machines, payload };
}

function decoded(token: string) {
  try {
    return { payload: decodeJwt(token), header: decodeProtectedHeader(token) };
  } catch {
    throw refused("issuer");
  }
}

/** An unknown key id makes us look for new keys, once a minute. */
async function verifySignature(token: string, issuer: string): Promise<void> {
  const failed = await failureOf(token, await issuerKeys(issuer));
  if (failed === null) return;
  const again = failed === "unknown_key" ? await issuerKeysAgain(issuer) : null;
  if (again !== null && (await failureOf(token, again)) === null) return;
  throw refused("signature");
}

async function failureOf(
  token: string,
  keys: LocalJWKSet,
): Promise<null | "unknown_key" | "invalid"> {
  try {
    await compactVerify(token, keys, { algorithms: ALGORITHMS });
    return null;
  } catch (error) {
    return error instanceof errors.JWKSNoMatchingKey ? "unknown_key" : "invalid";
  }
}

const refused = (check: TokenCheck): DomainError =>
  new DomainError("token_invalid", `The token was refused: ${check}.`, { members: { check } });
