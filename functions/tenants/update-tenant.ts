import { bind } from "#shared/edge/bind.ts";
import * as tenantRoutes from "#shared/routes/table/tenants.ts";
import { renameTenant } from "#shared/use-cases/tenants/rename-tenant.ts";

export const handler = bind(tenantRoutes.updateTenant)(async ({ params, body, principal, now }) => {
  const { tenant_id: id } = params;
  const { userId: actorUserId } = principal;
  return { status: 200, body: await renameTenant({ id, name: body.name, actorUserId, now }) };
});
