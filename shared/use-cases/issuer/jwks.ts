import { jwksOf } from "#shared/domain/issuer/rotation.ts";
import { issuerIsProvisioned, provisionedIssuer } from "#shared/domain/setup/deployment.ts";
import { cachedDeployment } from "#shared/store/deployment.ts";
import { publicDocument } from "./public-document.ts";

const MAX_AGE_S = 300;

/** The public keys of both slots; from the deployment item, so no private key is near. */
export async function jwks(call: { now: string; headers: Readonly<Record<string, string>> }) {
  const deployment = await cachedDeployment(call.now, issuerIsProvisioned);
  return publicDocument(jwksOf(provisionedIssuer(deployment)), MAX_AGE_S, call.headers);
}
