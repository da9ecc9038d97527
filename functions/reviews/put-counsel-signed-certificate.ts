import { bind } from "#shared/edge/bind.ts";
import { readPdf } from "#shared/edge/read-pdf.ts";
import * as fileRoutes from "#shared/routes/table/counsel-files.ts";
import { putSignedCertificate } from "#shared/use-cases/evidence/put-signed-certificate.ts";
import { loadLink, underLink } from "#shared/use-cases/reviews/load-link.ts";

/** Counsel hands in the certificate that their firm signed. We check the token before the file. */
export const handler = bind(fileRoutes.putCounselSignedCertificate, ({ params, now }) =>
  loadLink(params.token, now),
)(async (call) => {
  const link = call.guarded;
  const { isNew, file } = await putSignedCertificate({
    reviewId: link.record.id,
    actorUserId: null,
    bytes: readPdf(call),
    folder: __dirname,
    now: call.now,
    check: (record) => underLink(record, link),
  });
  return isNew ? { status: 201, body: file } : { status: 200, body: file };
});
