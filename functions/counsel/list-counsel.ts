import { bindPage } from "#shared/edge/bind-list.ts";
import * as counselRoutes from "#shared/routes/table/counsel.ts";
import { listCounsel } from "#shared/use-cases/counsel/list-counsel.ts";

export const handler = bindPage(counselRoutes.listCounsel)(({ query }) => listCounsel(query));
