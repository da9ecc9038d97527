import { bindBody } from "#shared/edge/bind.ts";
import * as counselKeyRoutes from "#shared/routes/table/counsel-keys.ts";
import { retireCounselKey } from "#shared/use-cases/counsel/retire-counsel-key.ts";

export const handler = bindBody(counselKeyRoutes.retireCounselKey)(({ params, caller }) =>
  retireCounselKey({ counselId: params.counsel_id, credentialId: params.credential_id, ...caller }),
);
