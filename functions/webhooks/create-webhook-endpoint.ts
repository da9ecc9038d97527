import { bindBody } from "#shared/edge/bind.ts";
import * as webhookRoutes from "#shared/routes/table/webhooks.ts";
import { createWebhookEndpoint } from "#shared/use-cases/webhooks/create-webhook-endpoint.ts";

export const handler = bindBody(webhookRoutes.createWebhookEndpoint)(({ body, caller }) =>
  createWebhookEndpoint({ owner: "platform", ...caller }, body),
);
