import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/tenants.ts";
import { DomainError } from "#shared/domain/errors.ts";
import type { Tenant } from "#shared/domain/tenants/tenant.ts";
import { putNewTenant } from "#shared/store/tenants.ts";

/**
 * Creates a tenant with its audit row.
 * @param now ISO 8601 UTC
 */
export async function createTenant(
  name: string,
  actorUserId: string,
  now: string,
): Promise<Tenant> {
  const tenant = { id: randomUUID(), name, created_at: now };
  const outcome = await putNewTenant(
    tenant,
    auditRow({
      action: "tenant.created",
      resourceId: tenant.id,
      tenantId: tenant.id,
      actorUserId,
      context: { name },
      id: randomUUID(),
      at: now,
    }),
  );
  if (!outcome.committed) throw new DomainError("conflict", "Please try again.");
  return tenant;
}
