import { bind } from "#shared/edge/bind.ts";
import * as tenantRoutes from "#shared/routes/table/tenants.ts";
import { getTenant } from "#shared/use-cases/tenants/get-tenant.ts";

export const handler = bind(tenantRoutes.getTenant)(async ({ params }) => ({
  status: 200,
  body: await getTenant(params.tenant_id),
}));
