import { bind } from "#shared/edge/bind.ts";
import * as frameworkRoutes from "#shared/routes/table/frameworks.ts";
import { getRule } from "#shared/use-cases/frameworks/get-rule.ts";

export const handler = bind(frameworkRoutes.getRule)(async ({ params, now }) => ({
  status: 200,
  body: await getRule(params.framework_id, params.use_case_id, now),
}));
