import { bindBody } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as tenantWebhookRoutes from "#shared/routes/table/tenant-webhooks.ts";
import { replayWebhookDelivery } from "#shared/use-cases/webhooks/replay-webhook-delivery.ts";

export const handler = bindBody(
  tenantWebhookRoutes.replayTenantWebhookDelivery,
  knownTenant,
)(({ params, principal, now }) =>
  replayWebhookDelivery(principal.tenantId, params.id, params.delivery_id, now),
);
