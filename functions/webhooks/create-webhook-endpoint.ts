import { bind } from "#shared/edge/bind.ts";
import * as webhookRoutes from "#shared/routes/table/webhooks.ts";
import { createEndpoint } from "#shared/use-cases/webhooks/change-endpoint.ts";

export const handler = bind(webhookRoutes.createWebhookEndpoint)(
  async ({ body, principal, now }) => ({
    status: 201,
    body: await createEndpoint({ owner: "platform", actorUserId: principal.userId, now }, body),
  }),
);
