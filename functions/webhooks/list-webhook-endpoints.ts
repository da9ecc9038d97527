import { bindPage } from "#shared/edge/bind-list.ts";
import * as webhookRoutes from "#shared/routes/table/webhooks.ts";
import { listWebhookEndpoints } from "#shared/use-cases/webhooks/list-webhook-endpoints.ts";

export const handler = bindPage(webhookRoutes.listWebhookEndpoints)(({ query, now }) =>
  listWebhookEndpoints("platform", query, now),
);
