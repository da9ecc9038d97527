import { bind } from "#shared/edge/bind.ts";
import * as signedRoutes from "#shared/routes/table/signed-certificates.ts";
import { listSignedCertificates } from "#shared/use-cases/evidence/list-signed-certificates.ts";

export const handler = bind(signedRoutes.listSignedCertificates)(async ({ params }) => ({
  status: 200,
  body: { items: await listSignedCertificates(params.id) },
}));
