import { bindBody } from "#shared/edge/bind.ts";
import * as frameworkRoutes from "#shared/routes/table/frameworks.ts";
import { getRule } from "#shared/use-cases/frameworks/get-rule.ts";

export const handler = bindBody(frameworkRoutes.getRule)(({ params, now }) =>
  getRule(params.framework_id, params.use_case_id, now),
);
