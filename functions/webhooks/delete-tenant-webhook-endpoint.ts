import { bindTenant } from "#shared/edge/known-tenant.ts";
import * as tenantWebhookRoutes from "#shared/routes/table/tenant-webhooks.ts";
import { deleteWebhookEndpoint } from "#shared/use-cases/webhooks/delete-webhook-endpoint.ts";

export const handler = bindTenant(tenantWebhookRoutes.deleteTenantWebhookEndpoint)(
  ({ params, principal, caller }) =>
    deleteWebhookEndpoint({ owner: principal.tenantId, ...caller }, params.id),
);
