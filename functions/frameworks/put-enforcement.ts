import { bind } from "#shared/edge/bind.ts";
import * as frameworkRoutes from "#shared/routes/table/frameworks.ts";
import { putEnforcement } from "#shared/use-cases/frameworks/put-enforcement.ts";

export const handler = bind(frameworkRoutes.putEnforcement)(
  async ({ params, body, principal, now }) => ({
    status: 200,
    body: await putEnforcement({
      frameworkId: params.framework_id,
      events: body.events,
      actorUserId: principal.userId,
      now,
    }),
  }),
);
