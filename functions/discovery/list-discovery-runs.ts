import { bindTenantPage } from "#shared/edge/known-tenant.ts";
import * as discoveryRoutes from "#shared/routes/table/discovery.ts";
import { listDiscoveryRuns } from "#shared/use-cases/discovery/list-discovery-runs.ts";

export const handler = bindTenantPage(discoveryRoutes.listDiscoveryRuns)(
  ({ params, query, principal }) => listDiscoveryRuns(params.id, principal.tenantId, query),
);
