import { hasWebhook } from "#shared/domain/connections/connection.ts";
import { bind } from "#shared/edge/bind.ts";
import { ownConnection } from "#shared/edge/own-connection.ts";
import { connectionRoutes } from "#shared/routes/table/connections.ts";
import {
  connectionScope,
  eventbusScope,
  readWebhookHealth,
  sourcehostScope,
} from "#shared/store/webhook-counters.ts";

export const handler = bind(
  connectionRoutes.getConnection,
  ownConnection,
)(async ({ guarded: connection, now }) => {
  if (!hasWebhook(connection)) return { status: 200, body: connection };
  const { id, provider, tenant_id } = connection;
  // A ping or a refused delivery names no installation: it shows on the tenant's every card.
  const ofTenant =
    provider === "sourcehost" ? sourcehostScope(tenant_id) : eventbusScope(tenant_id);
  const webhook_health = await readWebhookHealth([connectionScope(id), ofTenant], now);
  return { status: 200, body: { ...connection, webhook_health } };
});
