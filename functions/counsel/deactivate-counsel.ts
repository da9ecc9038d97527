import { bind } from "#shared/edge/bind.ts";
import * as counselRoutes from "#shared/routes/table/counsel.ts";
import { setCounselActive } from "#shared/use-cases/counsel/set-counsel-active.ts";

export const handler = bind(counselRoutes.deactivateCounsel)(
  async ({ params, principal, now }) => ({
    status: 200,
    body: await setCounselActive({
      counselId: params.counsel_id,
      active: false,
      actor: principal,
      now,
    }),
  }),
);
