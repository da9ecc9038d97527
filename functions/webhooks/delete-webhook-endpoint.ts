import { bind } from "#shared/edge/bind.ts";
import * as webhookRoutes from "#shared/routes/table/webhooks.ts";
import { deleteWebhookEndpoint } from "#shared/use-cases/webhooks/delete-webhook-endpoint.ts";

export const handler = bind(webhookRoutes.deleteWebhookEndpoint)(
  async ({ params, principal, now }) => {
    await deleteWebhookEndpoint(
      { owner: "platform", actorUserId: principal.userId, now },
      params.id,
    );
    return { status: 204 };
  },
);
