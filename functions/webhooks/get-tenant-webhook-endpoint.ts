import { bindBody } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as tenantWebhookRoutes from "#shared/routes/table/tenant-webhooks.ts";
import { getWebhookEndpoint } from "#shared/use-cases/webhooks/get-webhook-endpoint.ts";

export const handler = bindBody(
  tenantWebhookRoutes.getTenantWebhookEndpoint,
  knownTenant,
)(({ params, principal, now }) => getWebhookEndpoint(principal.tenantId, params.id, now));
