import { bind } from "#shared/edge/bind.ts";
import * as overviewRoutes from "#shared/routes/table/overview.ts";
import { getOverview } from "#shared/use-cases/console/get-overview.ts";

export const handler = bind(overviewRoutes.getOverview)(async ({ now }) => ({
  status: 200,
  body: await getOverview(now),
}));
