import { bind } from "#shared/edge/bind.ts";
import * as panelRoutes from "#shared/routes/table/panels.ts";
import { cancelPanel } from "#shared/use-cases/panels/cancel-panel.ts";

export const handler = bind(panelRoutes.cancelPanel)(async ({ params, principal, now }) => ({
  status: 200,
  body: await cancelPanel({ panelId: params.id, actorUserId: principal.userId, now }),
}));
