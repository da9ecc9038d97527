import { bindList } from "#shared/edge/bind-list.ts";
import * as counselRoutes from "#shared/routes/table/counsel.ts";
import { getCounselAudit } from "#shared/use-cases/counsel/get-counsel-audit.ts";

export const handler = bindList(counselRoutes.getCounselAudit)(async ({ params, query }) => {
  const { items, nextCursor } = await getCounselAudit(params.counsel_id, query);
  return { status: 200, body: { items, next_cursor: nextCursor } };
});
