import { DomainError } from "#shared/domain/errors.ts";
import { bind } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import { discoveryRoutes } from "#shared/routes/table/discovery.ts";
import { getRun } from "#shared/store/discovery-runs.ts";

export const handler = bind(
  discoveryRoutes.getDiscoveryRun,
  knownTenant,
)(async ({ params, principal }) => {
  const run = await getRun(params.run_id);
  if (run?.tenant_id !== principal.tenantId) {
    throw new DomainError("not_found", "There is no such discovery run.");
  }
  return { status: 200, body: run };
});
