import { bindPage } from "#shared/edge/bind-list.ts";
import * as connectionRoutes from "#shared/routes/table/connections.ts";
import { listConnections } from "#shared/use-cases/connections/list-connections.ts";

export const handler = bindPage(connectionRoutes.listAllConnections)(({ query }) => {
  const { tenant_id: tenantId, ...rest } = query;
  return listConnections({ ...rest, tenantId });
});
