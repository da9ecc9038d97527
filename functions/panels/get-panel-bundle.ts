import { bind } from "#shared/edge/bind.ts";
import { bundleFile } from "#shared/edge/reply.ts";
import * as panelRoutes from "#shared/routes/table/panels.ts";
import { getPanelBundle } from "#shared/use-cases/panels/get-panel-bundle.ts";

export const handler = bind(panelRoutes.getPanelBundle)(async ({ params }) =>
  bundleFile(await getPanelBundle(params.id)),
);
