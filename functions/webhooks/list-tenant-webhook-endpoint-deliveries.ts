import { bindList } from "#shared/edge/bind-list.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as tenantWebhookRoutes from "#shared/routes/table/tenant-webhooks.ts";
import { listWebhookEndpointDeliveries } from "#shared/use-cases/webhooks/list-webhook-endpoint-deliveries.ts";

export const handler = bindList(
  tenantWebhookRoutes.listTenantWebhookEndpointDeliveries,
  knownTenant,
)(async ({ params, query, principal }) => ({
  status: 200,
  body: await listWebhookEndpointDeliveries(principal.tenantId, params.id, query),
}));
