import { bind } from "#shared/edge/bind.ts";
import * as evidenceRoutes from "#shared/routes/table/evidence.ts";
import { verifySignature } from "#shared/use-cases/evidence/verify-signature.ts";

export const handler = bind(evidenceRoutes.verifySignature)(async ({ body, now }) => ({
  status: 200,
  body: await verifySignature(body, now),
}));
