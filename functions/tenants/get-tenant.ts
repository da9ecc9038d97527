import { bindBody } from "#shared/edge/bind.ts";
import * as tenantRoutes from "#shared/routes/table/tenants.ts";
import { getTenant } from "#shared/use-cases/tenants/get-tenant.ts";

export const handler = bindBody(tenantRoutes.getTenant)(({ params }) =>
  getTenant(params.tenant_id),
);
