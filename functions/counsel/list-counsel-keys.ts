import { bindPage } from "#shared/edge/bind-list.ts";
import * as counselKeyRoutes from "#shared/routes/table/counsel-keys.ts";
import { listCounselKeys } from "#shared/use-cases/counsel/list-counsel-keys.ts";

export const handler = bindPage(counselKeyRoutes.listCounselKeys)(({ params, query }) =>
  listCounselKeys(params.counsel_id, query),
);
