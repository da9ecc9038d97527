import { bind } from "#shared/edge/bind.ts";
import * as webhookRoutes from "#shared/routes/table/webhooks.ts";
import { testWebhookEndpoint } from "#shared/use-cases/webhooks/test-webhook-endpoint.ts";

export const handler = bind(webhookRoutes.testWebhookEndpoint)(
  async ({ params, principal, now }) => ({
    status: 200,
    body: await testWebhookEndpoint("platform", params.id, principal.userId, now),
  }),
);
