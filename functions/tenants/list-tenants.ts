import { bind } from "#shared/edge/bind.ts";
import { tenantRoutes } from "#shared/routes/table/tenants.ts";
import { readPage } from "#shared/store/page.ts";
import { TENANTS, tenantOf } from "#shared/store/tenants.ts";

export const handler = bind(tenantRoutes.listTenants)(async ({ query }) => {
  const { items, nextCursor } = await readPage(
    { scope: TENANTS, index: "gsi1", partitions: [TENANTS] },
    query,
  );
  return { status: 200, body: { items: items.map(tenantOf), next_cursor: nextCursor } };
});
