import { bindTenantPage } from "#shared/edge/known-tenant.ts";
import * as tenantWebhookRoutes from "#shared/routes/table/tenant-webhooks.ts";
import { listWebhookEndpoints } from "#shared/use-cases/webhooks/list-webhook-endpoints.ts";

export const handler = bindTenantPage(tenantWebhookRoutes.listTenantWebhookEndpoints)(
  ({ query, principal, now }) => listWebhookEndpoints(principal.tenantId, query, now),
);
