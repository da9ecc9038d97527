import { hasWebhook, shown } from "../../shared/domain/connections/connection.ts";
import { bind } from "../../shared/edge/bind.ts";
import { ownConnection } from "../../shared/edge/own-connection.ts";
import { connectionRoutes } from "../../shared/routes/connections.ts";
import {
  connectionScope,
  readWebhookHealth,
  sourcehostScope,
} from "../../shared/store/webhook-counters.ts";

export const handler = bind(
  connectionRoutes.getConnection,
  ownConnection,
)(async ({ guarded: connection, now }) => {
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
