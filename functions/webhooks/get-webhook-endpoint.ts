import { bind } from "#shared/edge/bind.ts";
import * as webhookRoutes from "#shared/routes/table/webhooks.ts";
import { getWebhookEndpoint } from "#shared/use-cases/webhooks/get-webhook-endpoint.ts";

export const handler = bind(webhookRoutes.getWebhookEndpoint)(async ({ params, now }) => ({
  status: 200,
  body: await getWebhookEndpoint("platform", params.id, now),
}));
