import { bind } from "#shared/edge/bind.ts";
import * as serviceRoutes from "#shared/routes/table/service.ts";
import { preflight } from "#shared/use-cases/service/preflight.ts";

export const handler = bind(serviceRoutes.preflight)(async ({ headers }) => ({
  status: 204,
  headers: preflight(headers.origin),
}));
