import { bindPage } from "#shared/edge/bind-list.ts";
import * as panelRoutes from "#shared/routes/table/panels.ts";
import { getTrail } from "#shared/use-cases/audit/get-trail.ts";

export const handler = bindPage(panelRoutes.getPanelAudit)(({ params, query }) =>
  getTrail("panel", params.id, query),
);
