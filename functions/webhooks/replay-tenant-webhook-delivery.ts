import { bindTenant } from "#shared/edge/known-tenant.ts";
import * as tenantWebhookRoutes from "#shared/routes/table/tenant-webhooks.ts";
import { replayWebhookDelivery } from "#shared/use-cases/webhooks/replay-webhook-delivery.ts";

export const handler = bindTenant(tenantWebhookRoutes.replayTenantWebhookDelivery)(
  ({ params, principal, now }) =>
    replayWebhookDelivery(principal.tenantId, params.id, params.delivery_id, now),
);
