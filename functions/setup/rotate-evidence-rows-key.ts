import { bindBody } from "#shared/edge/bind.ts";
import * as setupLogKeyRoutes from "#shared/routes/table/setup-log-key.ts";
import { rotateEvidenceRowsKey } from "#shared/use-cases/log/rotate-evidence-rows-key.ts";

/** From now on, a new key signs the certificates of the functions that write logged rows. */
export const handler = bindBody(setupLogKeyRoutes.rotateEvidenceRowsKey)(({ body, caller }) =>
  rotateEvidenceRowsKey(body?.emergency ?? false, caller),
);
