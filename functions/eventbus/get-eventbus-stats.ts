import { DomainError } from "#shared/domain/errors.ts";
import { bind } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import { baseUrl } from "#shared/platform/settings.ts";
import { eventbusRoutes } from "#shared/routes/table/eventbus.ts";
import { getConnection } from "#shared/store/connections.ts";
import { connectionScope, readWebhookHealth } from "#shared/store/webhook-counters.ts";

export const handler = bind(
  eventbusRoutes.getEventbusStats,
  knownTenant,
)(async ({ params, principal, now }) => {
  const [connection, health] = await Promise.all([
    getConnection(params.id, principal.tenantId),
    readWebhookHealth([connectionScope(params.id)], now),
  ]);
  if (connection?.subtype !== "eventbus") {
    throw new DomainError("not_found", "There is no such eventbus connection.");
  }
  return {
    status: 200,
    body: {
      last_delivery_at: health.last_received_at,
      deliveries_24h: health.deliveries_24h,
      receiver_url: `${baseUrl()}/webhooks/cloudb-eventbus/${connection.tenant_id}`,
    },
  };
});
