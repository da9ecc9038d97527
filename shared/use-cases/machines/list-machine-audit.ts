import { DomainError } from "#shared/domain/errors.ts";
import type { MachineCaller } from "#shared/domain/machines/machine.ts";
import { listAudit } from "#shared/use-cases/audit/list-audit.ts";

/**
 * The audit rows that a machine may read. A tenant's machine reads only those of its own tenant.
 * @throws DomainError `forbidden` for the rows of another tenant
 */
export async function listMachineAudit(
  { tenantId }: MachineCaller,
  query: Parameters<typeof listAudit>[0],
  now: string,
) {
  if (tenantId !== null && (query.tenant_id ?? tenantId) !== tenantId) {
    throw new DomainError(
      "forbidden",
      "A tenant's machine can read only the rows of its own tenant.",
    );
  }
  return listAudit(tenantId === null ? query : { ...query, tenant_id: tenantId }, now);
}
