import { bindBody } from "#shared/edge/bind.ts";
import * as webhookRoutes from "#shared/routes/table/webhooks.ts";
import { replayWebhookDelivery } from "#shared/use-cases/webhooks/replay-webhook-delivery.ts";

export const handler = bindBody(webhookRoutes.replayWebhookDelivery)(({ params, now }) =>
  replayWebhookDelivery("platform", params.id, params.delivery_id, now),
);
