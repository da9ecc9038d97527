import { bindBody } from "#shared/edge/bind.ts";
import * as panelRoutes from "#shared/routes/table/panels.ts";
import { createPanel } from "#shared/use-cases/panels/create-panel.ts";

export const handler = bindBody(panelRoutes.createPanel)(({ body, principal, now }) =>
  createPanel({ ...body, requestedBy: principal, now }),
);
