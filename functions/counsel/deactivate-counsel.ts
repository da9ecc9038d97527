import { bindBody } from "#shared/edge/bind.ts";
import * as counselRoutes from "#shared/routes/table/counsel.ts";
import { setCounselActive } from "#shared/use-cases/counsel/set-counsel-active.ts";

export const handler = bindBody(counselRoutes.deactivateCounsel)(({ params, principal, now }) =>
  setCounselActive({
    counselId: params.counsel_id,
    active: false,
    actor: principal,
    now,
  }),
);
