import { bind } from "#shared/edge/bind.ts";
import { CONFIGURATION_MAX_AGE_S, publicDocument } from "#shared/edge/public-document.ts";
import * as issuerRoutes from "#shared/routes/table/issuer.ts";
import { getOpenidConfiguration } from "#shared/use-cases/issuer/get-openid-configuration.ts";

export const handler = bind(issuerRoutes.getOpenidConfiguration)(async ({ headers, now }) =>
  publicDocument(await getOpenidConfiguration(now), CONFIGURATION_MAX_AGE_S, headers),
);
