import { bind } from "#shared/edge/bind.ts";
import * as frameworkRoutes from "#shared/routes/table/frameworks.ts";
import { putFramework } from "#shared/use-cases/frameworks/put-framework.ts";

export const handler = bind(frameworkRoutes.putFramework)(
  async ({ params, body, principal, now }) => ({
    status: 200,
    body: await putFramework({
      id: params.framework_id,
      content: body,
      actorUserId: principal.userId,
      now,
    }),
  }),
);
