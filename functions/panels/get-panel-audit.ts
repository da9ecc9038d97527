import { bindPage } from "#shared/edge/bind-list.ts";
import * as panelRoutes from "#shared/routes/table/panels.ts";
import { getPanelAudit } from "#shared/use-cases/panels/get-panel-audit.ts";

export const handler = bindPage(panelRoutes.getPanelAudit)(({ params, query }) =>
  getPanelAudit(params.id, query),
);
