import { bindPage } from "#shared/edge/bind-list.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as tenantWebhookRoutes from "#shared/routes/table/tenant-webhooks.ts";
import { listWebhookEndpointDeliveries } from "#shared/use-cases/webhooks/list-webhook-endpoint-deliveries.ts";

export const handler = bindPage(
  tenantWebhookRoutes.listTenantWebhookEndpointDeliveries,
  knownTenant,
)(({ params, query, principal }) =>
  listWebhookEndpointDeliveries(principal.tenantId, params.id, query),
);
