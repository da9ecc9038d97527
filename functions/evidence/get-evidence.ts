import { bind } from "#shared/edge/bind.ts";
import * as evidenceRoutes from "#shared/routes/table/evidence.ts";
import { getEvidence } from "#shared/use-cases/evidence/get-evidence.ts";

export const handler = bind(evidenceRoutes.getEvidence)(async ({ params, principal, now }) => ({
  status: 200,
  body: await getEvidence(params.id, principal.userId, now),
}));
