import { bindBody } from "#shared/edge/bind.ts";
import * as frameworkRoutes from "#shared/routes/table/frameworks.ts";
import { putFramework } from "#shared/use-cases/frameworks/put-framework.ts";

export const handler = bindBody(frameworkRoutes.putFramework)(({ params, body, caller }) =>
  putFramework({ id: params.framework_id, content: body, ...caller }),
);
