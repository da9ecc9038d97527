import { bind } from "#shared/edge/bind.ts";
import * as webhookRoutes from "#shared/routes/table/webhooks.ts";
import { replayWebhookDelivery } from "#shared/use-cases/webhooks/replay-webhook-delivery.ts";

export const handler = bind(webhookRoutes.replayWebhookDelivery)(async ({ params, now }) => ({
  status: 202,
  body: await replayWebhookDelivery("platform", params.id, params.delivery_id, now),
}));
