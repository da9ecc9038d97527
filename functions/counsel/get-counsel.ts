import { bind } from "#shared/edge/bind.ts";
import * as counselRoutes from "#shared/routes/table/counsel.ts";
import { getCounsel } from "#shared/use-cases/counsel/get-counsel.ts";

export const handler = bind(counselRoutes.getCounsel)(async ({ params, now }) => ({
  status: 200,
  body: await getCounsel(params.counsel_id, now),
}));
