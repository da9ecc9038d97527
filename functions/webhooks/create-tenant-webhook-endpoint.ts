import { bindTenant } from "#shared/edge/known-tenant.ts";
import * as tenantWebhookRoutes from "#shared/routes/table/tenant-webhooks.ts";
import { createWebhookEndpoint } from "#shared/use-cases/webhooks/create-webhook-endpoint.ts";

export const handler = bindTenant(tenantWebhookRoutes.createTenantWebhookEndpoint)(
  ({ body, principal, caller }) =>
    createWebhookEndpoint({ owner: principal.tenantId, ...caller }, body),
);
