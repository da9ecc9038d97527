import { bindTenantPage } from "#shared/edge/known-tenant.ts";
import * as auditRoutes from "#shared/routes/table/audit.ts";
import { listAudit } from "#shared/use-cases/audit/list-audit.ts";

export const handler = bindTenantPage(auditRoutes.listTenantAudit)(({ query, principal, now }) =>
  listAudit({ ...query, tenant_id: principal.tenantId }, now),
);
