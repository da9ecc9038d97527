import { shownSettings } from "#shared/domain/extractors/settings.ts";
import { namesTenant, unknownTenant } from "#shared/domain/tenants/tenant.ts";
import { readTenantExtractor } from "#shared/store/tenant-extractor.ts";

/** @throws DomainError `unknown_tenant` */
export async function getTenantSettings(tenantId: string) {
  const found = namesTenant(tenantId) ? await readTenantExtractor(tenantId) : null;
  if (found === null) throw unknownTenant();
  const { tenant, systems_gate } = found;
  return {
    tenant_id: tenant.id,
    name: tenant.name,
    extractor: shownSettings(found),
    systems_gate,
  };
}
