import { hasWebhook, shown } from "../../shared/domain/connections/connection.ts";
import { DomainError } from "../../shared/domain/errors.ts";
import { bind } from "../../shared/edge/bind.ts";
import { knownTenant } from "../../shared/edge/known-tenant.ts";
import { connectionRoutes } from "../../shared/routes/connections.ts";
import { getConnection } from "../../shared/store/connections.ts";
import {
  connectionScope,
  readWebhookHealth,
  sourcehostScope,
} from "../../shared/store/webhook-counters.ts";

export const handler = bind(
  connectionRoutes.getConnection,
  knownTenant,
)(async ({ params, principal, now }) => {
  const connection = await getConnection(params.id, principal.tenantId);
  if (connection === null) throw new DomainError("not_found", "There is no such connection.");
  if (!hasWebhook(connection)) return { status: 200, body: shown(connection) };
  const { id, provider, tenant_id } = connection;
  // A ping or a refused delivery names no installation: it shows on the tenant's every card.
  const scopes =
    provider === "sourcehost"
      ? [connectionScope(id), sourcehostScope(tenant_id)]
      : [connectionScope(id)];
  const webhook_health = await readWebhookHealth(scopes, now);
  return { status: 200, body: { ...shown(connection), webhook_health } };
});
