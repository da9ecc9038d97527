import { bindList } from "#shared/edge/bind-list.ts";
import * as counselRoutes from "#shared/routes/table/counsel.ts";
import { listCounselAudit } from "#shared/use-cases/counsel/list-counsel-audit.ts";

export const handler = bindList(counselRoutes.getCounselAudit)(async ({ params, query }) => {
  const { items, nextCursor } = await listCounselAudit(params.counsel_id, query);
  return { status: 200, body: { items, next_cursor: nextCursor } };
});
