import { bind } from "../../shared/edge/bind.ts";
import { issuerRoutes } from "../../shared/routes/issuer.ts";
import { jwks } from "./jwks.ts";

export const handler = bind(issuerRoutes.getJwks)(jwks);
