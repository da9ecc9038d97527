import { bindBody } from "#shared/edge/bind.ts";
import * as webhookRoutes from "#shared/routes/table/webhooks.ts";
import { updateWebhookEndpoint } from "#shared/use-cases/webhooks/update-webhook-endpoint.ts";

export const handler = bindBody(webhookRoutes.updateWebhookEndpoint)(({ params, body, caller }) =>
  updateWebhookEndpoint({ owner: "platform", ...caller }, params.id, body),
);
