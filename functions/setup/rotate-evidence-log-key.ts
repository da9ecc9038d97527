import { bindBody } from "#shared/edge/bind.ts";
import * as setupLogKeyRoutes from "#shared/routes/table/setup-log-key.ts";
import { rotateEvidenceLogKey } from "#shared/use-cases/log/rotate-evidence-log-key.ts";

/** From now on, a new key signs the evidence log. */
export const handler = bindBody(setupLogKeyRoutes.rotateEvidenceLogKey)(({ caller }) =>
  rotateEvidenceLogKey(caller),
);
