import { bind } from "#shared/edge/bind.ts";
import * as counselKeyRoutes from "#shared/routes/table/counsel-keys.ts";
import { retireCounselKey } from "#shared/use-cases/counsel/retire-counsel-key.ts";

export const handler = bind(counselKeyRoutes.retireCounselKey)(
  async ({ params, principal, now }) => ({
    status: 200,
    body: await retireCounselKey({
      counselId: params.counsel_id,
      credentialId: params.credential_id,
      actorUserId: principal.userId,
      now,
    }),
  }),
);
