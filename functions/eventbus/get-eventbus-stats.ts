import { bindBody } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as eventbusRoutes from "#shared/routes/table/eventbus.ts";
import { getEventbusStats } from "#shared/use-cases/eventbus/get-eventbus-stats.ts";

export const handler = bindBody(
  eventbusRoutes.getEventbusStats,
  knownTenant,
)(({ params, principal, now }) => getEventbusStats(params.id, principal.tenantId, now));
