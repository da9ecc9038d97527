import { bindList } from "#shared/edge/bind-list.ts";
import * as webhookRoutes from "#shared/routes/table/webhooks.ts";
import { listDeliveries } from "#shared/use-cases/webhooks/show-deliveries.ts";

export const handler = bindList(webhookRoutes.listWebhookEndpointDeliveries)(
  async ({ params, query }) => ({
    status: 200,
    body: await listDeliveries("platform", params.id, query),
  }),
);
