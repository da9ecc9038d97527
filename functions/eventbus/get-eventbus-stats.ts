import { bind } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as eventbusRoutes from "#shared/routes/table/eventbus.ts";
import { readStats } from "#shared/use-cases/eventbus/read-stats.ts";

export const handler = bind(
  eventbusRoutes.getEventbusStats,
  knownTenant,
)(async ({ params, principal, now }) => ({
  status: 200,
  body: await readStats(params.id, principal.tenantId, now),
}));
