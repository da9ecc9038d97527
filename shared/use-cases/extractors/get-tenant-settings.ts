import type { SystemsPolicy } from "#shared/domain/clearance/systems-question.ts";
import { type ShownSettings, shownSettings } from "#shared/domain/extractors/settings.ts";
import { namesTenant, unknownTenant } from "#shared/domain/tenants/tenant.ts";
import { readTenantExtractor } from "#shared/store/tenant-extractor.ts";

interface TenantSettings {
  tenant_id: string;
  name: string;
  /** Never contains a credential (second seed, "Tenant extractor settings"). */
  extractor: ShownSettings;
  /** The least that the tenant accepts of systems that go out (clearance.md, section 5). */
  systems_gate: SystemsPolicy;
}

/** @throws DomainError `unknown_tenant` */
export async function getTenantSettings(tenantId: string): Promise<TenantSettings> {
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
