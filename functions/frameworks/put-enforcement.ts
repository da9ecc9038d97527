import { bindBody } from "#shared/edge/bind.ts";
import * as frameworkRoutes from "#shared/routes/table/frameworks.ts";
import { putEnforcement } from "#shared/use-cases/frameworks/put-enforcement.ts";

export const handler = bindBody(frameworkRoutes.putEnforcement)(({ params, body, caller }) =>
  putEnforcement({ frameworkId: params.framework_id, events: body.events, ...caller }),
);
