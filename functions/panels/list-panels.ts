import { bindPage } from "#shared/edge/bind-list.ts";
import * as panelRoutes from "#shared/routes/table/panels.ts";
import { listPanels } from "#shared/use-cases/panels/list-panels.ts";

export const handler = bindPage(panelRoutes.listPanels)(({ query, now }) =>
  listPanels(query, query, now),
);
