import { bindBody } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as tenantWebhookRoutes from "#shared/routes/table/tenant-webhooks.ts";
import { testWebhookEndpoint } from "#shared/use-cases/webhooks/test-webhook-endpoint.ts";

export const handler = bindBody(
  tenantWebhookRoutes.testTenantWebhookEndpoint,
  knownTenant,
)(({ params, principal, now }) =>
  testWebhookEndpoint(principal.tenantId, params.id, principal.userId, now),
);
