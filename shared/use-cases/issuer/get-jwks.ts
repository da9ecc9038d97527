import { jwksOf } from "#shared/domain/issuer/rotation.ts";
import { issuerIsProvisioned, provisionedIssuer } from "#shared/domain/setup/deployment.ts";
import { cachedDeployment } from "#shared/store/deployment.ts";

/**
 * The public keys of both slots, read from the deployment item, so no private key is involved.
 * @param now ISO 8601 UTC
 * @throws DomainError `oidc_issuer_not_provisioned`
 */
export const getJwks = async (now: string) =>
  jwksOf(provisionedIssuer(await cachedDeployment(now, issuerIsProvisioned)));
