import { bindList } from "#shared/edge/bind-list.ts";
import * as frameworkRoutes from "#shared/routes/table/frameworks.ts";
import { listRules } from "#shared/use-cases/frameworks/list-rules.ts";

export const handler = bindList(frameworkRoutes.listRules)(async ({ params, query, now }) => {
  const { items, nextCursor } = await listRules(params.framework_id, query, now);
  return { status: 200, body: { items, next_cursor: nextCursor } };
});
