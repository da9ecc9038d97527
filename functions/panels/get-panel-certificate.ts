import { bind } from "#shared/edge/bind.ts";
import * as panelRoutes from "#shared/routes/table/panels.ts";
import { getPanelCertificate } from "#shared/use-cases/panels/get-panel-certificate.ts";

export const handler = bind(panelRoutes.getPanelCertificate)(async ({ params, now }) => {
  const { fileName, bytes } = await getPanelCertificate(params.id, __dirname, now);
  return {
    status: 200,
    bytes,
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="${fileName}"`,
    },
  };
});
