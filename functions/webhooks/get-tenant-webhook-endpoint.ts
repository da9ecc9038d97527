import { bindTenant } from "#shared/edge/known-tenant.ts";
import * as tenantWebhookRoutes from "#shared/routes/table/tenant-webhooks.ts";
import { getWebhookEndpoint } from "#shared/use-cases/webhooks/get-webhook-endpoint.ts";

export const handler = bindTenant(tenantWebhookRoutes.getTenantWebhookEndpoint)(
  ({ params, principal, now }) => getWebhookEndpoint(principal.tenantId, params.id, now),
);
