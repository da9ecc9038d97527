import { bind } from "#shared/edge/bind.ts";
import * as panelRoutes from "#shared/routes/table/panels.ts";
import { createPanel } from "#shared/use-cases/panels/create-panel.ts";

export const handler = bind(panelRoutes.createPanel)(async ({ body, principal, now }) => ({
  status: 201,
  body: await createPanel({ ...body, requestedBy: principal, now }),
}));
