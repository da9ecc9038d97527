import { bind } from "#shared/edge/bind.ts";
import { certificateFile } from "#shared/edge/reply.ts";
import * as panelRoutes from "#shared/routes/table/panels.ts";
import { getPanelCertificate } from "#shared/use-cases/panels/get-panel-certificate.ts";

export const handler = bind(panelRoutes.getPanelCertificate)(async ({ params, principal, now }) =>
  certificateFile(await getPanelCertificate(params.id, principal, __dirname, now)),
);
