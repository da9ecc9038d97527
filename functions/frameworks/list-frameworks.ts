import { bindList } from "#shared/edge/bind-list.ts";
import { frameworkRoutes } from "#shared/routes/table/frameworks.ts";
import { listFrameworks } from "#shared/use-cases/frameworks/list-frameworks.ts";

export const handler = bindList(frameworkRoutes.listFrameworks)(async ({ query }) => {
  const { items, nextCursor } = await listFrameworks(query);
  return { status: 200, body: { items, next_cursor: nextCursor } };
});
