import { bindList } from "#shared/edge/bind-list.ts";
import * as panelRoutes from "#shared/routes/table/panels.ts";
import { getPanelAudit } from "#shared/use-cases/panels/get-panel-audit.ts";

export const handler = bindList(panelRoutes.getPanelAudit)(async ({ params, query }) => {
  const { items, nextCursor } = await getPanelAudit(params.id, query);
  return { status: 200, body: { items, next_cursor: nextCursor } };
});
