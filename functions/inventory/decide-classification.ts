import { bindBody } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as inventoryRoutes from "#shared/routes/table/inventory.ts";
import { decideClassification } from "#shared/use-cases/inventory/decide-classification.ts";

export const handler = bindBody(
  inventoryRoutes.decideClassification,
  knownTenant,
)(({ params, body, principal, now }) =>
  decideClassification(params.id, principal.tenantId, {
    ...body,
    by: principal.userId,
    email: principal.email,
    at: now,
  }),
);
