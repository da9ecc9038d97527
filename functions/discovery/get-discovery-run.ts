import { bind } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as discoveryRoutes from "#shared/routes/table/discovery.ts";
import { getDiscoveryRun } from "#shared/use-cases/discovery/get-discovery-run.ts";

export const handler = bind(
  discoveryRoutes.getDiscoveryRun,
  knownTenant,
)(async ({ params, principal }) => ({
  status: 200,
  body: await getDiscoveryRun(params.run_id, principal.tenantId),
}));
