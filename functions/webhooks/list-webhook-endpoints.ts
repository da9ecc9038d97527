import { bindList } from "#shared/edge/bind-list.ts";
import * as webhookRoutes from "#shared/routes/table/webhooks.ts";
import { listEndpoints } from "#shared/use-cases/webhooks/show-endpoints.ts";

export const handler = bindList(webhookRoutes.listWebhookEndpoints)(async ({ query, now }) => ({
  status: 200,
  body: await listEndpoints("platform", query, now),
}));
