import { bindBody } from "#shared/edge/bind.ts";
import * as webhookRoutes from "#shared/routes/table/webhooks.ts";
import { rotateWebhookSecret } from "#shared/use-cases/webhooks/rotate-webhook-secret.ts";

export const handler = bindBody(webhookRoutes.rotateWebhookSecret)(({ params, caller }) =>
  rotateWebhookSecret({ owner: "platform", ...caller }, params.id),
);
