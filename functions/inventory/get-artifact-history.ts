import { bindPage } from "#shared/edge/bind-list.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as inventoryRoutes from "#shared/routes/table/inventory.ts";
import { getArtifactHistory } from "#shared/use-cases/inventory/get-artifact-history.ts";

export const handler = bindPage(
  inventoryRoutes.getArtifactHistory,
  knownTenant,
)(({ params, query, principal }) => getArtifactHistory(params.id, principal.tenantId, query));
