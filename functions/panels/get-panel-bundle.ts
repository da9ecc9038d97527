import { bind } from "#shared/edge/bind.ts";
import * as panelRoutes from "#shared/routes/table/panels.ts";
import { getPanelBundle } from "#shared/use-cases/panels/get-panel-bundle.ts";

export const handler = bind(panelRoutes.getPanelBundle)(async ({ params }) => {
  const { fileName, text } = await getPanelBundle(params.id);
  return {
    status: 200,
    text,
    headers: {
      "content-type": "application/json",
      "content-disposition": `attachment; filename="${fileName}"`,
    },
  };
});
