import { bindBody } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as discoveryRoutes from "#shared/routes/table/discovery.ts";
import { getDiscoveryRun } from "#shared/use-cases/discovery/get-discovery-run.ts";

export const handler = bindBody(
  discoveryRoutes.getDiscoveryRun,
  knownTenant,
)(({ params, principal }) => getDiscoveryRun(params.run_id, principal.tenantId));
