import { bind } from "#shared/edge/bind.ts";
import { certificateFile } from "#shared/edge/reply.ts";
import * as evidenceRoutes from "#shared/routes/table/evidence.ts";
import { getCertificate } from "#shared/use-cases/evidence/get-certificate.ts";

export const handler = bind(evidenceRoutes.getCertificate)(async ({ params, principal, now }) =>
  certificateFile(await getCertificate(params.id, principal, __dirname, now)),
);
