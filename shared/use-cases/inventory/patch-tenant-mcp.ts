import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/inventory.ts";
import type { Member } from "#shared/domain/tenants/tenant.ts";
import { putMcpEnabled } from "#shared/store/tenant-mcp.ts";

/** Switches the tools for a tenant's agents on or off; writes nothing if they already are. */
export async function patchTenantMcp(
  enabled: boolean,
  { tenantId, userId }: Member,
  now: string,
): Promise<{ enabled: boolean }> {
  const row = auditRow({
    action: "tenant.mcp.updated",
    resourceId: tenantId,
    tenantId,
    actorUserId: userId,
    context: { enabled },
    id: randomUUID(),
    at: now,
  });
  await putMcpEnabled(tenantId, enabled, row);
  return { enabled };
}
