import { issuerIsProvisioned, provisionedIssuer } from "#shared/domain/setup/deployment.ts";
import { issuerUrl } from "#shared/platform/settings.ts";
import { cachedDeployment } from "#shared/store/deployment.ts";

/**
 * The discovery document: what both verifiers need, and nothing this issuer does not support.
 * @param now ISO 8601 UTC
 * @throws DomainError `oidc_issuer_not_provisioned`
 */
export async function getOpenidConfiguration(now: string) {
  provisionedIssuer(await cachedDeployment(now, issuerIsProvisioned));
  const issuer = issuerUrl();
  return {
    issuer,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ["id_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    scopes_supported: ["openid"],
    claims_supported: ["iss", "sub", "aud", "jti", "iat", "nbf", "exp"],
  };
}
