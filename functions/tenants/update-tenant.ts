import { bindBody } from "#shared/edge/bind.ts";
import * as tenantRoutes from "#shared/routes/table/tenants.ts";
import { updateTenant } from "#shared/use-cases/tenants/update-tenant.ts";

export const handler = bindBody(tenantRoutes.updateTenant)(({ params, body, principal, now }) => {
  const { tenant_id: id } = params;
  const { userId: actorUserId } = principal;
  return updateTenant({ id, name: body.name, actorUserId, now });
});
