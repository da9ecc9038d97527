import { issuerIsProvisioned, provisionedIssuer } from "#shared/domain/setup/deployment.ts";
import { issuerUrl } from "#shared/platform/settings.ts";
import { cachedDeployment } from "#shared/store/deployment.ts";
import { publicDocument } from "./public-document.ts";

const MAX_AGE_S = 3600;

/** The discovery document: what both verifiers need, and nothing that this issuer does not do. */
export async function openidConfiguration(call: {
  now: string;
  headers: Readonly<Record<string, string>>;
}) {
  provisionedIssuer(await cachedDeployment(call.now, issuerIsProvisioned));
  const issuer = issuerUrl();
  const document = {
    issuer,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ["id_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    scopes_supported: ["openid"],
    claims_supported: ["iss", "sub", "aud", "jti", "iat", "nbf", "exp"],
  };
  return publicDocument(document, MAX_AGE_S, call.headers);
}
