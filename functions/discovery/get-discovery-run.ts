import { bindTenant } from "#shared/edge/known-tenant.ts";
import * as discoveryRoutes from "#shared/routes/table/discovery.ts";
import { getDiscoveryRun } from "#shared/use-cases/discovery/get-discovery-run.ts";

export const handler = bindTenant(discoveryRoutes.getDiscoveryRun)(({ params, principal }) =>
  getDiscoveryRun(params.run_id, principal.tenantId),
);
