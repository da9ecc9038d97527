import { bind } from "#shared/edge/bind.ts";
import { issuerRoutes } from "#shared/routes/table/issuer.ts";
import { openidConfiguration } from "#shared/use-cases/issuer/openid-configuration.ts";

export const handler = bind(issuerRoutes.headOpenidConfiguration)(openidConfiguration);
