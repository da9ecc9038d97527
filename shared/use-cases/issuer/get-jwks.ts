import { jwksOf } from "#shared/domain/issuer/rotation.ts";
import { issuerIsProvisioned, provisionedIssuer } from "#shared/domain/setup/deployment.ts";
import { cachedDeployment } from "#shared/store/deployment.ts";

/** The public keys of both slots. @throws DomainError `oidc_issuer_not_provisioned` */
export const getJwks = async (now: string) =>
  jwksOf(provisionedIssuer(await cachedDeployment(now, issuerIsProvisioned)));
