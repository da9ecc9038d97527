import { bindPage } from "#shared/edge/bind-list.ts";
import * as frameworkRoutes from "#shared/routes/table/frameworks.ts";
import { listRules } from "#shared/use-cases/frameworks/list-rules.ts";

export const handler = bindPage(frameworkRoutes.listRules)(({ params, query, now }) =>
  listRules(params.framework_id, query, now),
);
