import { bind } from "#shared/edge/bind.ts";
import * as frameworkRoutes from "#shared/routes/table/frameworks.ts";
import { getEnforcement } from "#shared/use-cases/frameworks/get-enforcement.ts";

export const handler = bind(frameworkRoutes.getEnforcement)(async ({ params, query, now }) => ({
  status: 200,
  body: await getEnforcement(params.framework_id, query.as_of ?? null, now),
}));
