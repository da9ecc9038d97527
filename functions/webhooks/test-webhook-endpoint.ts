import { bind } from "#shared/edge/bind.ts";
import * as webhookRoutes from "#shared/routes/table/webhooks.ts";
import { testEndpoint } from "#shared/use-cases/webhooks/test-endpoint.ts";

export const handler = bind(webhookRoutes.testWebhookEndpoint)(async ({ params, now }) => ({
  status: 200,
  body: await testEndpoint("platform", params.id, now),
}));
