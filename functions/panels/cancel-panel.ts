import { bindBody } from "#shared/edge/bind.ts";
import * as panelRoutes from "#shared/routes/table/panels.ts";
import { cancelPanel } from "#shared/use-cases/panels/cancel-panel.ts";

export const handler = bindBody(panelRoutes.cancelPanel)(({ params, caller }) =>
  cancelPanel({ panelId: params.id, ...caller }),
);
