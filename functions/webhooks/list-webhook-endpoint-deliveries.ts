import { bindList } from "#shared/edge/bind-list.ts";
import * as webhookRoutes from "#shared/routes/table/webhooks.ts";
import { listWebhookEndpointDeliveries } from "#shared/use-cases/webhooks/list-webhook-endpoint-deliveries.ts";

export const handler = bindList(webhookRoutes.listWebhookEndpointDeliveries)(
  async ({ params, query }) => ({
    status: 200,
    body: await listWebhookEndpointDeliveries("platform", params.id, query),
  }),
);
