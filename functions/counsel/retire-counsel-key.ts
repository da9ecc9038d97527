import { bindBody } from "#shared/edge/bind.ts";
import * as counselKeyRoutes from "#shared/routes/table/counsel-keys.ts";
import { retireCounselKey } from "#shared/use-cases/counsel/retire-counsel-key.ts";

export const handler = bindBody(counselKeyRoutes.retireCounselKey)(({ params, principal, now }) =>
  retireCounselKey({
    counselId: params.counsel_id,
    credentialId: params.credential_id,
    actorUserId: principal.userId,
    now,
  }),
);
