import { bindTenant } from "#shared/edge/known-tenant.ts";
import * as tenantWebhookRoutes from "#shared/routes/table/tenant-webhooks.ts";
import { updateWebhookEndpoint } from "#shared/use-cases/webhooks/update-webhook-endpoint.ts";

export const handler = bindTenant(tenantWebhookRoutes.updateTenantWebhookEndpoint)(
  ({ params, body, principal, caller }) =>
    updateWebhookEndpoint({ owner: principal.tenantId, ...caller }, params.id, body),
);
