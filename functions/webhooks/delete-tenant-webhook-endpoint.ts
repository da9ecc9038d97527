import { bind } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as tenantWebhookRoutes from "#shared/routes/table/tenant-webhooks.ts";
import { deleteWebhookEndpoint } from "#shared/use-cases/webhooks/delete-webhook-endpoint.ts";

export const handler = bind(
  tenantWebhookRoutes.deleteTenantWebhookEndpoint,
  knownTenant,
)(async ({ params, principal, now }) => {
  await deleteWebhookEndpoint(
    { owner: principal.tenantId, actorUserId: principal.userId, now },
    params.id,
  );
  return { status: 204 };
});
