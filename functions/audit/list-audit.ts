import { bindList } from "#shared/edge/bind-list.ts";
import * as auditRoutes from "#shared/routes/table/audit.ts";
import { listAudit } from "#shared/use-cases/audit/list-audit.ts";

export const handler = bindList(auditRoutes.listAudit)(async ({ query, now }) => ({
  status: 200,
  body: await listAudit(query, now),
}));
