import { bindList } from "#shared/edge/bind-list.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as discoveryRoutes from "#shared/routes/table/discovery.ts";
import { listDiscoveryRuns } from "#shared/use-cases/discovery/list-discovery-runs.ts";

export const handler = bindList(
  discoveryRoutes.listDiscoveryRuns,
  knownTenant,
)(async ({ params, query, principal }) => {
  const { items, nextCursor } = await listDiscoveryRuns(params.id, principal.tenantId, query);
  return { status: 200, body: { items, next_cursor: nextCursor } };
});
