import { bindList } from "#shared/edge/bind-list.ts";
import * as connectionRoutes from "#shared/routes/table/connections.ts";
import { listConnections } from "#shared/use-cases/connections/list-connections.ts";

export const handler = bindList(connectionRoutes.listAllConnections)(async ({ query }) => {
  const { tenant_id: tenantId, ...rest } = query;
  return { status: 200, body: await listConnections({ ...rest, tenantId }) };
});
