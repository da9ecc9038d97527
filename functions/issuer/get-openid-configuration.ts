import { bind } from "../../shared/edge/bind.ts";
import { issuerRoutes } from "../../shared/routes/issuer.ts";
import { openidConfiguration } from "./openid-configuration.ts";

export const handler = bind(issuerRoutes.getOpenidConfiguration)(openidConfiguration);
