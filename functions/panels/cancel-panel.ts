import { bindBody } from "#shared/edge/bind.ts";
import * as panelRoutes from "#shared/routes/table/panels.ts";
import { cancelPanel } from "#shared/use-cases/panels/cancel-panel.ts";

export const handler = bindBody(panelRoutes.cancelPanel)(({ params, principal, now }) =>
  cancelPanel({ panelId: params.id, actorUserId: principal.userId, now }),
);
