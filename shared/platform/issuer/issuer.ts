import { randomUUID } from "node:crypto";
import { DomainError } from "#shared/domain/errors.ts";
import { type IssuerKey, issuerKeyOf } from "#shared/domain/issuer/key.ts";
import { signingKid } from "#shared/domain/issuer/rotation.ts";
import { signToken } from "#shared/domain/issuer/token.ts";
import {
  attachedVersion,
  type Deployment,
  provisionedIssuer,
} from "#shared/domain/setup/deployment.ts";
import { readSecret } from "#shared/platform/secrets/secrets.ts";
import { issuerUrl } from "#shared/platform/settings.ts";

/** The two slots (second seed, "Secret-store entry names"). */
export const CURRENT_KEY_SECRET = "oidc-issuer-private-key-pem";
export const PREVIOUS_KEY_SECRET = "oidc-issuer-private-key-pem-previous";

/** Parsing a PEM costs as much as a signature: a parsed key is kept while a slot holds it. */
const parsedKeys = new Map<string, IssuerKey>();

/**
 * Issues a token, signed with the active key: after a rotation the previous one, until the new one
 * has been published for as long as verifiers cache. Each call makes a new token; do not keep it.
 * The private key reaches the process only from the attached secret-store version; the settings
 * OIDC_ISSUER_PRIVATE_KEY_PEM and its previous slot are those attached references, not environment
 * variables of that name.
 * @param at the time (ISO 8601 UTC) and the deployment, from `cachedDeployment` with
 *   `issuerIsProvisioned`
 * @throws DomainError `oidc_issuer_not_provisioned`
 */
export async function mintToken(
  { subject, audience }: { subject: string; audience: string },
  at: { now: string; deployment: Deployment },
): Promise<string> {
  const { privateKey, jwk } = await signingKey(at.now, at.deployment);
  const request = {
    issuer: issuerUrl(),
    subject,
    audience,
    id: randomUUID(),
    now: Math.floor(Date.parse(at.now) / 1000),
  };
  return signToken(request, jwk.kid, privateKey);
}

async function signingKey(now: string, deployment: Deployment): Promise<IssuerKey> {
  const issuer = provisionedIssuer(deployment);
  const kid = signingKid(issuer, now);
  const known = parsedKeys.get(kid);
  if (known !== undefined) return known;
  const slot = kid === issuer.current_kid ? CURRENT_KEY_SECRET : PREVIOUS_KEY_SECRET;
  const secret = await readSecret(slot, Date.parse(now), attachedVersion(deployment, slot));
  const key = secret === null ? null : issuerKeyOf(secret);
  if (key?.jwk.kid !== kid) {
    // Signing with a key that the JWKS does not show would only fail at the verifier.
    throw new DomainError("dependency_unavailable", "The issuer's key cannot be read.");
  }
  for (const old of parsedKeys.keys()) if (!(old in issuer.keys)) parsedKeys.delete(old);
  parsedKeys.set(kid, key);
  return key;
}
