import { bindList } from "#shared/edge/bind-list.ts";
import * as auditRoutes from "#shared/routes/table/audit.ts";
import { listAudit } from "#shared/use-cases/audit/list-audit.ts";

export const handler = bindList(auditRoutes.listAudit)(async ({ query }) => {
  const { limit, cursor, ...filters } = query;
  const { items, nextCursor } = await listAudit(filters, { limit, cursor });
  return { status: 200, body: { items, next_cursor: nextCursor } };
});
