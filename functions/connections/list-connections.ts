import { bindTenantPage } from "#shared/edge/known-tenant.ts";
import * as connectionRoutes from "#shared/routes/table/connections.ts";
import { listConnections } from "#shared/use-cases/connections/list-connections.ts";

export const handler = bindTenantPage(connectionRoutes.listConnections)(({ query, principal }) =>
  listConnections({ ...query, tenantId: principal.tenantId }),
);
