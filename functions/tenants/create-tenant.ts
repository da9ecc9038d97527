import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { bind } from "#shared/edge/bind.ts";
import { tenantRoutes } from "#shared/routes/table/tenants.ts";
import { putNewTenant } from "#shared/store/tenants.ts";

export const handler = bind(tenantRoutes.createTenant)(async ({ body, principal, now }) => {
  const tenant = { id: randomUUID(), name: body.name, created_at: now };
  const outcome = await putNewTenant(
    tenant,
    auditRow({
      action: "tenant.created",
      resourceId: tenant.id,
      tenantId: tenant.id,
      actorUserId: principal.userId,
      context: { name: tenant.name },
      id: randomUUID(),
      at: now,
    }),
  );
  if (!outcome.committed) throw new DomainError("conflict", "Please repeat the request.");
  return { status: 201, body: tenant };
});
