import { bind } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as tenantWebhookRoutes from "#shared/routes/table/tenant-webhooks.ts";
import { rotateEndpointSecret } from "#shared/use-cases/webhooks/change-endpoint.ts";

export const handler = bind(
  tenantWebhookRoutes.rotateTenantWebhookSecret,
  knownTenant,
)(async ({ params, principal, now }) => ({
  status: 200,
  body: await rotateEndpointSecret(
    { owner: principal.tenantId, actorUserId: principal.userId, now },
    params.id,
  ),
}));
