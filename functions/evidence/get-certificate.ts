import { bind } from "#shared/edge/bind.ts";
import * as evidenceRoutes from "#shared/routes/table/evidence.ts";
import { getCertificate } from "#shared/use-cases/evidence/get-certificate.ts";

export const handler = bind(evidenceRoutes.getCertificate)(async ({ params, principal, now }) => {
  const { fileName, bytes } = await getCertificate(params.id, principal.userId, __dirname, now);
  return {
    status: 200,
    bytes,
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="${fileName}"`,
    },
  };
});
