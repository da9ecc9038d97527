import { bindTenant } from "#shared/edge/known-tenant.ts";
import * as inventoryRoutes from "#shared/routes/table/inventory.ts";
import { decideClassification } from "#shared/use-cases/inventory/decide-classification.ts";

export const handler = bindTenant(inventoryRoutes.decideClassification)(
  ({ params, body, principal, now }) =>
    decideClassification(params.id, principal.tenantId, {
      ...body,
      by: principal.userId,
      email: principal.email,
      at: now,
    }),
);
