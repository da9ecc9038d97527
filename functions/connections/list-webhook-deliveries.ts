import { bindList } from "#shared/edge/bind-list.ts";
import * as deliveryRoutes from "#shared/routes/table/deliveries.ts";
import { listWebhookDeliveries } from "#shared/use-cases/connections/list-webhook-deliveries.ts";

export const handler = bindList(deliveryRoutes.listWebhookDeliveries)(async ({ query }) => {
  const { items, nextCursor } = await listWebhookDeliveries(query);
  return { status: 200, body: { items, next_cursor: nextCursor } };
});
