import { bind } from "#shared/edge/bind.ts";
import * as webhookRoutes from "#shared/routes/table/webhooks.ts";
import { replayDelivery } from "#shared/use-cases/webhooks/show-deliveries.ts";

export const handler = bind(webhookRoutes.replayWebhookDelivery)(async ({ params, now }) => ({
  status: 202,
  body: await replayDelivery("platform", params.id, params.delivery_id, now),
}));
