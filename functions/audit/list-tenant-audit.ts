import { bindPage } from "#shared/edge/bind-list.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as auditRoutes from "#shared/routes/table/audit.ts";
import { listAudit } from "#shared/use-cases/audit/list-audit.ts";

export const handler = bindPage(
  auditRoutes.listTenantAudit,
  knownTenant,
)(({ query, principal, now }) => listAudit({ ...query, tenant_id: principal.tenantId }, now));
