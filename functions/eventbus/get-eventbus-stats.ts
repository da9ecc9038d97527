import { bindTenant } from "#shared/edge/known-tenant.ts";
import * as eventbusRoutes from "#shared/routes/table/eventbus.ts";
import { getEventbusStats } from "#shared/use-cases/eventbus/get-eventbus-stats.ts";

export const handler = bindTenant(eventbusRoutes.getEventbusStats)(({ params, principal, now }) =>
  getEventbusStats(params.id, principal.tenantId, now),
);
