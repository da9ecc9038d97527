import { bind } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as tenantWebhookRoutes from "#shared/routes/table/tenant-webhooks.ts";
import { deleteEndpoint } from "#shared/use-cases/webhooks/change-endpoint.ts";

export const handler = bind(
  tenantWebhookRoutes.deleteTenantWebhookEndpoint,
  knownTenant,
)(async ({ params, principal, now }) => {
  await deleteEndpoint(
    { owner: principal.tenantId, actorUserId: principal.userId, now },
    params.id,
  );
  return { status: 204 };
});
