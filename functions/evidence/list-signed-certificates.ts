import { bindBody } from "#shared/edge/bind.ts";
import * as signedRoutes from "#shared/routes/table/signed-certificates.ts";
import { listSignedCertificates } from "#shared/use-cases/evidence/list-signed-certificates.ts";

export const handler = bindBody(signedRoutes.listSignedCertificates)(async ({ params }) => ({
  items: await listSignedCertificates(params.id),
}));
