import { bind } from "#shared/edge/bind.ts";
import { issuerRoutes } from "#shared/routes/table/issuer.ts";
import { jwks } from "#shared/use-cases/issuer/jwks.ts";

export const handler = bind(issuerRoutes.headJwks)(jwks);
