import { bindPage } from "#shared/edge/bind-list.ts";
import * as frameworkRoutes from "#shared/routes/table/frameworks.ts";
import { listFrameworks } from "#shared/use-cases/frameworks/list-frameworks.ts";

export const handler = bindPage(frameworkRoutes.listFrameworks)(({ query, now }) => {
  const { due_by, ...paging } = query;
  return listFrameworks(paging, { by: due_by, now });
});
