import { bind } from "#shared/edge/bind.ts";
import * as webhookRoutes from "#shared/routes/table/webhooks.ts";
import { deleteEndpoint } from "#shared/use-cases/webhooks/change-endpoint.ts";

export const handler = bind(webhookRoutes.deleteWebhookEndpoint)(
  async ({ params, principal, now }) => {
    await deleteEndpoint({ owner: "platform", actorUserId: principal.userId, now }, params.id);
    return { status: 204 };
  },
);
