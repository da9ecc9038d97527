import { bindTenantPage } from "#shared/edge/known-tenant.ts";
import * as tenantWebhookRoutes from "#shared/routes/table/tenant-webhooks.ts";
import { listWebhookEndpointDeliveries } from "#shared/use-cases/webhooks/list-webhook-endpoint-deliveries.ts";

export const handler = bindTenantPage(tenantWebhookRoutes.listTenantWebhookEndpointDeliveries)(
  ({ params, query, principal }) =>
    listWebhookEndpointDeliveries(principal.tenantId, params.id, query),
);
