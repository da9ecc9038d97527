import { bindTenantPage } from "#shared/edge/known-tenant.ts";
import * as inventoryRoutes from "#shared/routes/table/inventory.ts";
import { getArtifactHistory } from "#shared/use-cases/inventory/get-artifact-history.ts";

export const handler = bindTenantPage(inventoryRoutes.getArtifactHistory)(
  ({ params, query, principal }) => getArtifactHistory(params.id, principal.tenantId, query),
);
