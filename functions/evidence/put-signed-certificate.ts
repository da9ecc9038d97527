import { bind } from "#shared/edge/bind.ts";
import { readPdf } from "#shared/edge/read-pdf.ts";
import * as signedRoutes from "#shared/routes/table/signed-certificates.ts";
import { putSignedCertificate } from "#shared/use-cases/evidence/put-signed-certificate.ts";

export const handler = bind(signedRoutes.putSignedCertificate)(async (call) => {
  const { isNew, file } = await putSignedCertificate({
    reviewId: call.params.id,
    ...call.caller,
    bytes: readPdf(call),
    folder: __dirname,
  });
  return isNew ? { status: 201, body: file } : { status: 200, body: file };
});
