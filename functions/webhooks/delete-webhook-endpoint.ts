import { bindBody } from "#shared/edge/bind.ts";
import * as webhookRoutes from "#shared/routes/table/webhooks.ts";
import { deleteWebhookEndpoint } from "#shared/use-cases/webhooks/delete-webhook-endpoint.ts";

export const handler = bindBody(webhookRoutes.deleteWebhookEndpoint)(({ params, caller }) =>
  deleteWebhookEndpoint({ owner: "platform", ...caller }, params.id),
);
