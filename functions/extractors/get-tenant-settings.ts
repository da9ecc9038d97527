import { shownChain } from "#shared/domain/extractors/settings.ts";
import { bind } from "#shared/edge/bind.ts";
import { namesTenant, unknownTenant } from "#shared/edge/known-tenant.ts";
import { extractorRoutes } from "#shared/routes/table/extractors.ts";
import { getItem } from "#shared/store/read.ts";
import { chainOf } from "#shared/store/tenant-extractor.ts";
import { tenantKey, tenantOf } from "#shared/store/tenants.ts";

export const handler = bind(extractorRoutes.getTenantSettings)(async ({ principal }) => {
  if (!namesTenant(principal.tenantId)) throw unknownTenant();
  const item = await getItem(tenantKey(principal.tenantId));
  if (item === null) throw unknownTenant();
  const { id, name } = tenantOf(item);
  const extractor = { chain: shownChain(chainOf(item)) };
  return { status: 200, body: { tenant_id: id, name, extractor } };
});
