import { bindBody } from "#shared/edge/bind.ts";
import * as evidenceRoutes from "#shared/routes/table/evidence.ts";
import { verifySignature } from "#shared/use-cases/evidence/verify-signature.ts";

export const handler = bindBody(evidenceRoutes.verifySignature)(({ body, now }) =>
  verifySignature(body, now),
);
