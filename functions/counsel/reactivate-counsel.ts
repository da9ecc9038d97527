import { bindBody } from "#shared/edge/bind.ts";
import * as counselRoutes from "#shared/routes/table/counsel.ts";
import { setCounselActive } from "#shared/use-cases/counsel/set-counsel-active.ts";

export const handler = bindBody(counselRoutes.reactivateCounsel)(({ params, principal, now }) =>
  setCounselActive({
    counselId: params.counsel_id,
    active: true,
    actor: principal,
    now,
  }),
);
