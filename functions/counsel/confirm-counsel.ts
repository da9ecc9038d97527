import { bind } from "#shared/edge/bind.ts";
import * as counselRoutes from "#shared/routes/table/counsel.ts";
import { confirmCounsel } from "#shared/use-cases/counsel/confirm-counsel.ts";

export const handler = bind(counselRoutes.confirmCounsel)(async ({ params, principal, now }) => ({
  status: 200,
  body: await confirmCounsel({
    counselId: params.counsel_id,
    actorUserId: principal.userId,
    now,
  }),
}));
