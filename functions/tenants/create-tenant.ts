import { bindBody } from "#shared/edge/bind.ts";
import * as tenantRoutes from "#shared/routes/table/tenants.ts";
import { createTenant } from "#shared/use-cases/tenants/create-tenant.ts";

export const handler = bindBody(tenantRoutes.createTenant)(({ body, principal, now }) =>
  createTenant(body.name, principal.userId, now),
);
