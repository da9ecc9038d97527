import { bindPage } from "#shared/edge/bind-list.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as connectionRoutes from "#shared/routes/table/connections.ts";
import { listConnections } from "#shared/use-cases/connections/list-connections.ts";

export const handler = bindPage(
  connectionRoutes.listConnections,
  knownTenant,
)(({ query, principal }) => listConnections({ ...query, tenantId: principal.tenantId }));
