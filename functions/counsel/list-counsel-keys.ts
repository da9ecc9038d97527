import { bindList } from "#shared/edge/bind-list.ts";
import * as counselKeyRoutes from "#shared/routes/table/counsel-keys.ts";
import { listCounselKeys } from "#shared/use-cases/counsel/list-counsel-keys.ts";

export const handler = bindList(counselKeyRoutes.listCounselKeys)(async ({ params, query }) => ({
  status: 200,
  body: await listCounselKeys(params.counsel_id, query),
}));
