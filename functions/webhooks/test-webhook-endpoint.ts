import { bindBody } from "#shared/edge/bind.ts";
import * as webhookRoutes from "#shared/routes/table/webhooks.ts";
import { testWebhookEndpoint } from "#shared/use-cases/webhooks/test-webhook-endpoint.ts";

export const handler = bindBody(webhookRoutes.testWebhookEndpoint)(({ params, principal, now }) =>
  testWebhookEndpoint("platform", params.id, principal.userId, now),
);
