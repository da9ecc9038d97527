import { noSuch } from "#shared/domain/errors.ts";
import type { Tenant } from "#shared/domain/tenants/tenant.ts";
import { readTenant } from "#shared/store/tenants.ts";

/** @throws DomainError `not_found` */
export async function getTenant(id: string): Promise<Tenant> {
  const tenant = await readTenant(id);
  if (tenant === null) throw noSuch("tenant");
  return tenant;
}
