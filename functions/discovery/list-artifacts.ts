import { bindList } from "#shared/edge/bind-list.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as discoveryRoutes from "#shared/routes/table/discovery.ts";
import { listArtifacts } from "#shared/use-cases/discovery/list-artifacts.ts";

export const handler = bindList(
  discoveryRoutes.listArtifacts,
  knownTenant,
)(async ({ query, principal }) => {
  const { items, nextCursor } = await listArtifacts(principal.tenantId, query);
  return { status: 200, body: { items, next_cursor: nextCursor } };
});
