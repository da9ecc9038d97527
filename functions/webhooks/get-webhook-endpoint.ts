import { bindBody } from "#shared/edge/bind.ts";
import * as webhookRoutes from "#shared/routes/table/webhooks.ts";
import { getWebhookEndpoint } from "#shared/use-cases/webhooks/get-webhook-endpoint.ts";

export const handler = bindBody(webhookRoutes.getWebhookEndpoint)(({ params, now }) =>
  getWebhookEndpoint("platform", params.id, now),
);
