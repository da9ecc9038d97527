import { bindPage } from "#shared/edge/bind-list.ts";
import * as deliveryRoutes from "#shared/routes/table/deliveries.ts";
import { listWebhookDeliveries } from "#shared/use-cases/connections/list-webhook-deliveries.ts";

export const handler = bindPage(deliveryRoutes.listWebhookDeliveries)(({ query }) =>
  listWebhookDeliveries(query),
);
