import { bind } from "#shared/edge/bind.ts";
import * as frameworkRoutes from "#shared/routes/table/frameworks.ts";
import { readRule } from "#shared/use-cases/frameworks/read-rule.ts";

export const handler = bind(frameworkRoutes.getRule)(async ({ params, now }) => ({
  status: 200,
  body: await readRule(params.framework_id, params.use_case_id, now),
}));
