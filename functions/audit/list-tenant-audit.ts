import { bindList } from "#shared/edge/bind-list.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as auditRoutes from "#shared/routes/table/audit.ts";
import { listAudit } from "#shared/use-cases/audit/list-audit.ts";

export const handler = bindList(
  auditRoutes.listTenantAudit,
  knownTenant,
)(async ({ query, principal }) => {
  const { limit, cursor, ...filters } = query;
  const ofTenant = { ...filters, tenant_id: principal.tenantId };
  const { items, nextCursor } = await listAudit(ofTenant, { limit, cursor });
  return { status: 200, body: { items, next_cursor: nextCursor } };
});
