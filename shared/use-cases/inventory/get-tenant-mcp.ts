import { namesTenant, unknownTenant } from "#shared/domain/tenants/tenant.ts";
import { readMcpEnabled } from "#shared/store/tenant-mcp.ts";

/**
 * Whether a tenant's agents may use the tools.
 * @throws DomainError `unknown_tenant`
 */
export async function getTenantMcp(tenantId: string): Promise<{ enabled: boolean }> {
  const enabled = namesTenant(tenantId) ? await readMcpEnabled(tenantId) : null;
  if (enabled === null) throw unknownTenant();
  return { enabled };
}
