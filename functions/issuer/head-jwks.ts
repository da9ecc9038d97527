import { bind } from "#shared/edge/bind.ts";
import { JWKS_MAX_AGE_S, publicDocument } from "#shared/edge/public-document.ts";
import * as issuerRoutes from "#shared/routes/table/issuer.ts";
import { getJwks } from "#shared/use-cases/issuer/get-jwks.ts";

export const handler = bind(issuerRoutes.headJwks)(async ({ headers, now }) =>
  publicDocument(await getJwks(now), JWKS_MAX_AGE_S, headers),
);
