import { bind } from "#shared/edge/bind.ts";
import { signedFile } from "#shared/edge/reply.ts";
import * as signedRoutes from "#shared/routes/table/signed-certificates.ts";
import { getSignedCertificate } from "#shared/use-cases/evidence/get-signed-certificate.ts";

export const handler = bind(signedRoutes.getSignedCertificate)(async ({ params }) =>
  signedFile(await getSignedCertificate(params.id, params.sha256, __dirname)),
);
