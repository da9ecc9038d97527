import { bindTenant } from "#shared/edge/known-tenant.ts";
import * as inventoryRoutes from "#shared/routes/table/inventory.ts";
import { getArtifact } from "#shared/use-cases/inventory/get-artifact.ts";

export const handler = bindTenant(inventoryRoutes.getArtifact)(({ params, principal }) =>
  getArtifact(params.id, principal.tenantId),
);
