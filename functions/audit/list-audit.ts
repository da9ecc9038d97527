import { bindPage } from "#shared/edge/bind-list.ts";
import * as auditRoutes from "#shared/routes/table/audit.ts";
import { listAudit } from "#shared/use-cases/audit/list-audit.ts";

export const handler = bindPage(auditRoutes.listAudit)(({ query, now }) => listAudit(query, now));
