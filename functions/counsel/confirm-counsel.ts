import { bindBody } from "#shared/edge/bind.ts";
import * as counselRoutes from "#shared/routes/table/counsel.ts";
import { confirmCounsel } from "#shared/use-cases/counsel/confirm-counsel.ts";

export const handler = bindBody(counselRoutes.confirmCounsel)(({ params, body, principal, now }) =>
  confirmCounsel({
    counselId: params.counsel_id,
    identity_sha256: body?.identity_sha256,
    actor: principal,
    now,
  }),
);
