import { bindList } from "#shared/edge/bind-list.ts";
import * as tenantRoutes from "#shared/routes/table/tenants.ts";
import { listTenants } from "#shared/use-cases/tenants/list-tenants.ts";

export const handler = bindList(tenantRoutes.listTenants)(async ({ query }) => {
  const { items, nextCursor } = await listTenants(query);
  return { status: 200, body: { items, next_cursor: nextCursor } };
});
