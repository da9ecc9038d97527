import { chainWithoutQueries, shownSettings } from "#shared/domain/extractors/settings.ts";
import { type Member, namesTenant, unknownTenant } from "#shared/domain/tenants/tenant.ts";
import { readTenantExtractor } from "#shared/store/tenant-extractor.ts";

/**
 * The settings of a person's tenant. Addresses are whole for org admins, who send them back to keep a
 * credential, and for platform admins.
 * @throws DomainError `unknown_tenant`
 */
export async function getTenantSettings({ tenantId, orgRole, isPlatformAdmin }: Member) {
  const found = namesTenant(tenantId) ? await readTenantExtractor(tenantId) : null;
  if (found === null) throw unknownTenant();
  const { tenant, systems_gate } = found;
  const isWhole = orgRole === "admin" || isPlatformAdmin;
  const extractor = shownSettings(found);
  return {
    tenant_id: tenant.id,
    name: tenant.name,
    extractor: isWhole ? extractor : { ...extractor, chain: chainWithoutQueries(found.chain) },
    systems_gate,
  };
}
