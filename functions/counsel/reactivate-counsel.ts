import { bind } from "#shared/edge/bind.ts";
import * as counselRoutes from "#shared/routes/table/counsel.ts";
import { setActive } from "#shared/use-cases/counsel/set-active.ts";

export const handler = bind(counselRoutes.reactivateCounsel)(
  async ({ params, principal, now }) => ({
    status: 200,
    body: await setActive({
      counselId: params.counsel_id,
      active: true,
      actorUserId: principal.userId,
      now,
    }),
  }),
);
