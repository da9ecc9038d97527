import { bind } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as tenantWebhookRoutes from "#shared/routes/table/tenant-webhooks.ts";
import { getWebhookEndpoint } from "#shared/use-cases/webhooks/get-webhook-endpoint.ts";

export const handler = bind(
  tenantWebhookRoutes.getTenantWebhookEndpoint,
  knownTenant,
)(async ({ params, principal, now }) => ({
  status: 200,
  body: await getWebhookEndpoint(principal.tenantId, params.id, now),
}));
