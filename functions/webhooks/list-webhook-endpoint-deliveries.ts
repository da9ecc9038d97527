import { bindPage } from "#shared/edge/bind-list.ts";
import * as webhookRoutes from "#shared/routes/table/webhooks.ts";
import { listWebhookEndpointDeliveries } from "#shared/use-cases/webhooks/list-webhook-endpoint-deliveries.ts";

export const handler = bindPage(webhookRoutes.listWebhookEndpointDeliveries)(({ params, query }) =>
  listWebhookEndpointDeliveries("platform", params.id, query),
);
