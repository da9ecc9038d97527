import { bind } from "#shared/edge/bind.ts";
import { counselRoutes } from "#shared/routes/table/counsel.ts";
import { listCounsel } from "#shared/use-cases/counsel/list-counsel.ts";

export const handler = bind(counselRoutes.listCounsel)(async ({ query }) => {
  const { items, nextCursor } = await listCounsel(query);
  return { status: 200, body: { items, next_cursor: nextCursor } };
});
