import { compactVerify, decodeJwt, decodeProtectedHeader, errors, type LocalJWKSet } from "jose";
import {
  addressed,
  isCurrent,
  matching,
  type Pipeline,
  type TokenCheck,
} from "#shared/domain/clearance/pipeline.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { cachedPipelines } from "#shared/store/pipelines.ts";
import { issuerKeys, issuerKeysAgain } from "./issuer-keys.ts";

/** Signatures that only the issuer's private key makes. */
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

/** The books that a pipeline's token opens. */
export interface Granted {
  pipelines: readonly Pipeline[];
  framework_ids: ReadonlySet<string>;
}

/**
 * Verifies a CI job's own OIDC token: issuer, signature, audience, expiry, claims, in that order
 * (clearance.md, section 2). Several pipelines may match: what they may ask about is added up.
 * @param authorization the header; undefined if there is none
 * @param now ISO 8601 UTC
 * @throws DomainError `token_invalid` with the member `check`, `issuer_unreachable`,
 *   `endpoint_blocked`
 */
export async function verifyPipelineToken(
  authorization: string | undefined,
  now: string,
): Promise<Granted> {
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(authorization ?? "")?.[1] ?? "";
  const { payload, header } = decoded(token);
  const known = (await cachedPipelines(now)).filter(({ issuer }) => issuer === payload.iss);
  const [first] = known;
  if (first === undefined) throw refused("issuer");
  // No issuer is asked for the keys of a token that no key can have signed.
  if (header.crit !== undefined || !ALGORITHMS.includes(header.alg ?? "")) {
    throw refused("signature");
  }
  await verifySignature(token, first.issuer);
  const meant = addressed(known, payload);
  if (meant.length === 0) throw refused("audience");
  if (!isCurrent(payload, Date.parse(now))) throw refused("expiry");
  const pipelines = matching(meant, payload);
  if (pipelines.length === 0) throw refused("claims");
  return {
    pipelines,
    framework_ids: new Set(pipelines.flatMap(({ framework_ids }) => framework_ids)),
  };
}

/** @throws DomainError `framework_not_granted` */
export function requireGranted({ framework_ids }: Granted, frameworkId: string): void {
  if (framework_ids.has(frameworkId)) return;
  throw new DomainError(
    "framework_not_granted",
    `The pipeline's token is good, but ${frameworkId} is not among the frameworks granted to it.`,
  );
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
