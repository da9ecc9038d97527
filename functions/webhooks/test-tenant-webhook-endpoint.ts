import { bindTenant } from "#shared/edge/known-tenant.ts";
import * as tenantWebhookRoutes from "#shared/routes/table/tenant-webhooks.ts";
import { testWebhookEndpoint } from "#shared/use-cases/webhooks/test-webhook-endpoint.ts";

export const handler = bindTenant(tenantWebhookRoutes.testTenantWebhookEndpoint)(
  ({ params, principal, now }) =>
    testWebhookEndpoint(principal.tenantId, params.id, principal.userId, now),
);
