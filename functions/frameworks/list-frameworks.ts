import { bindList } from "#shared/edge/bind-list.ts";
import * as frameworkRoutes from "#shared/routes/table/frameworks.ts";
import { listFrameworks } from "#shared/use-cases/frameworks/list-frameworks.ts";

export const handler = bindList(frameworkRoutes.listFrameworks)(async ({ query, now }) => {
  const { due_by, ...paging } = query;
  const { items, nextCursor } = await listFrameworks(paging, { by: due_by, now });
  return { status: 200, body: { items, next_cursor: nextCursor } };
});
