import { bind } from "#shared/edge/bind.ts";
import { JWKS_MAX_AGE_S, publicDocument } from "#shared/edge/public-document.ts";
import * as issuerRoutes from "#shared/routes/table/issuer.ts";
import { readJwks } from "#shared/use-cases/issuer/read-jwks.ts";

export const handler = bind(issuerRoutes.headJwks)(async ({ headers, now }) =>
  publicDocument(await readJwks(now), JWKS_MAX_AGE_S, headers),
);
