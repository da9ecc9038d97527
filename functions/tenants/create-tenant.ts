import { bind } from "#shared/edge/bind.ts";
import * as tenantRoutes from "#shared/routes/table/tenants.ts";
import { createTenant } from "#shared/use-cases/tenants/create-tenant.ts";

export const handler = bind(tenantRoutes.createTenant)(async ({ body, principal, now }) => ({
  status: 201,
  body: await createTenant(body.name, principal.userId, now),
}));
