import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/tenants.ts";
import { noSuch } from "#shared/domain/errors.ts";
import type { Tenant } from "#shared/domain/tenants/tenant.ts";
import { readTenant, renameTenant } from "#shared/store/tenants.ts";
import { type Attempt, retryOnConflict } from "#shared/store/transact.ts";

interface Renaming {
  id: string;
  name: string;
  actorUserId: string;
  /** ISO 8601 UTC. */
  now: string;
}

/**
 * Renames a tenant; its current name changes nothing and writes no row.
 * @throws DomainError `not_found`
 */
export function updateTenant({ id, name, actorUserId, now }: Renaming): Promise<Tenant> {
  return retryOnConflict(null, async (): Promise<Attempt<null, Tenant>> => {
    const before = await readTenant(id);
    if (before === null) throw noSuch("tenant");
    if (before.name === name) return { done: before };
    const row = auditRow({
      action: "tenant.updated",
      resourceId: id,
      tenantId: id,
      actorUserId,
      context: { name, previous: before.name },
      id: randomUUID(),
      at: now,
    });
    const outcome = await renameTenant(before, name, row);
    return outcome.committed ? { done: { ...before, name } } : { conflict: null };
  });
}
