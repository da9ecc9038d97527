import { bindBody } from "#shared/edge/bind.ts";
import * as overviewRoutes from "#shared/routes/table/overview.ts";
import { getOverview } from "#shared/use-cases/console/get-overview.ts";

export const handler = bindBody(overviewRoutes.getOverview)(({ now }) => getOverview(now));
