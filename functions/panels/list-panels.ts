import { bindList } from "#shared/edge/bind-list.ts";
import * as panelRoutes from "#shared/routes/table/panels.ts";
import { listPanels } from "#shared/use-cases/panels/list-panels.ts";

export const handler = bindList(panelRoutes.listPanels)(async ({ query, now }) => ({
  status: 200,
  body: await listPanels(query, query, now),
}));
