import { bindBody } from "#shared/edge/bind.ts";
import * as counselRoutes from "#shared/routes/table/counsel.ts";
import { getCounsel } from "#shared/use-cases/counsel/get-counsel.ts";

export const handler = bindBody(counselRoutes.getCounsel)(({ params, now }) =>
  getCounsel(params.counsel_id, now),
);
