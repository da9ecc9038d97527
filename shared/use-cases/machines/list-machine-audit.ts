import { DomainError } from "#shared/domain/errors.ts";
import type { MachineCaller } from "#shared/domain/machines/machine.ts";
import type { AuditFilters } from "#shared/store/audit-pages.ts";
import type { Paging } from "#shared/store/page.ts";
import { listAudit } from "#shared/use-cases/audit/list-audit.ts";

/**
 * Audit rows for a machine; a tenant's reads those of its own tenant alone.
 * @throws DomainError `forbidden` for the rows of another tenant
 */
export async function listMachineAudit(
  { tenantId }: MachineCaller,
  { limit, cursor, ...filters }: AuditFilters & Paging,
) {
  if (tenantId !== null && (filters.tenant_id ?? tenantId) !== tenantId) {
    throw new DomainError("forbidden", "A tenant's machine reads its own tenant's rows.");
  }
  const own = tenantId === null ? filters : { ...filters, tenant_id: tenantId };
  const { items, nextCursor } = await listAudit(own, { limit, cursor });
  return { items, next_cursor: nextCursor };
}
