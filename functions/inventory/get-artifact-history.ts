import { bindList } from "#shared/edge/bind-list.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as inventoryRoutes from "#shared/routes/table/inventory.ts";
import { getArtifactHistory } from "#shared/use-cases/inventory/get-artifact-history.ts";

export const handler = bindList(
  inventoryRoutes.getArtifactHistory,
  knownTenant,
)(async ({ params, query, principal }) => {
  const { items, nextCursor } = await getArtifactHistory(params.id, principal.tenantId, query);
  return { status: 200, body: { items, next_cursor: nextCursor } };
});
