import { bindList } from "#shared/edge/bind-list.ts";
import * as counselKeyRoutes from "#shared/routes/table/counsel-keys.ts";
import { listKeys } from "#shared/use-cases/counsel/list-keys.ts";

export const handler = bindList(counselKeyRoutes.listCounselKeys)(async ({ params, query }) => ({
  status: 200,
  body: await listKeys(params.counsel_id, query),
}));
