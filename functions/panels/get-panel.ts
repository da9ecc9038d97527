import { bind } from "#shared/edge/bind.ts";
import * as panelRoutes from "#shared/routes/table/panels.ts";
import { getPanel } from "#shared/use-cases/panels/get-panel.ts";

export const handler = bind(panelRoutes.getPanel)(async ({ params, now }) => ({
  status: 200,
  body: await getPanel(params.id, now),
}));
