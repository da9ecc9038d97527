import { bind } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as inventoryRoutes from "#shared/routes/table/inventory.ts";
import { getArtifact } from "#shared/use-cases/inventory/get-artifact.ts";

export const handler = bind(
  inventoryRoutes.getArtifact,
  knownTenant,
)(async ({ params, principal }) => ({
  status: 200,
  body: await getArtifact(params.id, principal.tenantId),
}));
