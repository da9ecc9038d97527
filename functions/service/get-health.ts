import { bind } from "#shared/edge/bind.ts";
import * as serviceRoutes from "#shared/routes/table/service.ts";
import { checkHealth } from "#shared/use-cases/service/check-health.ts";

export const handler = bind(serviceRoutes.getHealth)(async () => ({
  status: 200,
  body: checkHealth(),
}));
