import { bindBody } from "#shared/edge/bind.ts";
import * as panelRoutes from "#shared/routes/table/panels.ts";
import { getPanel } from "#shared/use-cases/panels/get-panel.ts";

export const handler = bindBody(panelRoutes.getPanel)(({ params, now }) =>
  getPanel(params.id, now),
);
