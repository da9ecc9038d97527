import { bindList } from "#shared/edge/bind-list.ts";
import * as webhookRoutes from "#shared/routes/table/webhooks.ts";
import { listWebhookEndpoints } from "#shared/use-cases/webhooks/list-webhook-endpoints.ts";

export const handler = bindList(webhookRoutes.listWebhookEndpoints)(async ({ query, now }) => ({
  status: 200,
  body: await listWebhookEndpoints("platform", query, now),
}));
