import { bind } from "#shared/edge/bind.ts";
import * as serviceRoutes from "#shared/routes/table/service.ts";
import { permitOrigin } from "#shared/use-cases/service/permit-origin.ts";

export const handler = bind(serviceRoutes.preflight)(async ({ headers }) => ({
  status: 204,
  headers: permitOrigin(headers.origin),
}));
