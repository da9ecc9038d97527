import { bind } from "#shared/edge/bind.ts";
import * as webhookRoutes from "#shared/routes/table/webhooks.ts";
import { showEndpoint } from "#shared/use-cases/webhooks/show-endpoints.ts";

export const handler = bind(webhookRoutes.getWebhookEndpoint)(async ({ params, now }) => ({
  status: 200,
  body: await showEndpoint("platform", params.id, now),
}));
