import { bind } from "../../shared/edge/bind.ts";
import { counselRoutes } from "../../shared/routes/counsel.ts";
import { setActive } from "./set-active.ts";

export const handler = bind(counselRoutes.deactivateCounsel)(
  async ({ params, principal, now }) => ({
    status: 200,
    body: await setActive({
      counselId: params.counsel_id,
      active: false,
      actorUserId: principal.userId,
      now,
    }),
  }),
);
