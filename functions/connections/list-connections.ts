import { bind } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import { connectionRoutes } from "#shared/routes/table/connections.ts";
import { listConnections } from "#shared/use-cases/connections/list-connections.ts";

export const handler = bind(
  connectionRoutes.listConnections,
  knownTenant,
)(async ({ query, principal }) => ({
  status: 200,
  body: await listConnections({ ...query, tenantId: principal.tenantId }),
}));
