import { bind } from "#shared/edge/bind.ts";
import * as webhookRoutes from "#shared/routes/table/webhooks.ts";
import { updateWebhookEndpoint } from "#shared/use-cases/webhooks/update-webhook-endpoint.ts";

export const handler = bind(webhookRoutes.updateWebhookEndpoint)(
  async ({ params, body, principal, now }) => ({
    status: 200,
    body: await updateWebhookEndpoint(
      { owner: "platform", actorUserId: principal.userId, now },
      params.id,
      body,
    ),
  }),
);
