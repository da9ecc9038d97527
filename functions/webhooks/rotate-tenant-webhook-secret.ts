import { bindTenant } from "#shared/edge/known-tenant.ts";
import * as tenantWebhookRoutes from "#shared/routes/table/tenant-webhooks.ts";
import { rotateWebhookSecret } from "#shared/use-cases/webhooks/rotate-webhook-secret.ts";

export const handler = bindTenant(tenantWebhookRoutes.rotateTenantWebhookSecret)(
  ({ params, principal, caller }) =>
    rotateWebhookSecret({ owner: principal.tenantId, ...caller }, params.id),
);
