import { bindBody } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as inventoryRoutes from "#shared/routes/table/inventory.ts";
import { getArtifact } from "#shared/use-cases/inventory/get-artifact.ts";

export const handler = bindBody(
  inventoryRoutes.getArtifact,
  knownTenant,
)(({ params, principal }) => getArtifact(params.id, principal.tenantId));
