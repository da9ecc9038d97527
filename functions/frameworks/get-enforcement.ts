import { bindBody } from "#shared/edge/bind.ts";
import * as frameworkRoutes from "#shared/routes/table/frameworks.ts";
import { getEnforcement } from "#shared/use-cases/frameworks/get-enforcement.ts";

export const handler = bindBody(frameworkRoutes.getEnforcement)(({ params, query, now }) =>
  getEnforcement(params.framework_id, query.as_of ?? null, now),
);
