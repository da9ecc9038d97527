import { bindList } from "#shared/edge/bind-list.ts";
import * as counselRoutes from "#shared/routes/table/counsel.ts";
import { listCounsel } from "#shared/use-cases/counsel/list-counsel.ts";

export const handler = bindList(counselRoutes.listCounsel)(async ({ query }) => {
  const { items, nextCursor } = await listCounsel(query);
  return { status: 200, body: { items, next_cursor: nextCursor } };
});
