import { bindBody } from "#shared/edge/bind.ts";
import * as evidenceRoutes from "#shared/routes/table/evidence.ts";
import { getEvidence } from "#shared/use-cases/evidence/get-evidence.ts";

export const handler = bindBody(evidenceRoutes.getEvidence)(({ params, principal, now }) =>
  getEvidence(params.id, principal.userId, now),
);
