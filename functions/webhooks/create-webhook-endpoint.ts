import { bind } from "#shared/edge/bind.ts";
import * as webhookRoutes from "#shared/routes/table/webhooks.ts";
import { createWebhookEndpoint } from "#shared/use-cases/webhooks/create-webhook-endpoint.ts";

export const handler = bind(webhookRoutes.createWebhookEndpoint)(
  async ({ body, principal, now }) => ({
    status: 201,
    body: await createWebhookEndpoint(
      { owner: "platform", actorUserId: principal.userId, now },
      body,
    ),
  }),
);
