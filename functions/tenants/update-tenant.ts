import { bind } from "#shared/edge/bind.ts";
import * as tenantRoutes from "#shared/routes/table/tenants.ts";
import { updateTenant } from "#shared/use-cases/tenants/update-tenant.ts";

export const handler = bind(tenantRoutes.updateTenant)(async ({ params, body, principal, now }) => {
  const { tenant_id: id } = params;
  const { userId: actorUserId } = principal;
  return { status: 200, body: await updateTenant({ id, name: body.name, actorUserId, now }) };
});
