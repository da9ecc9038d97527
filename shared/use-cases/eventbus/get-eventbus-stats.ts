import { webhookPath } from "#shared/domain/connections/connection.ts";
import { noSuch } from "#shared/domain/errors.ts";
import { baseUrl } from "#shared/platform/settings.ts";
import { getConnection } from "#shared/store/connections.ts";
import { connectionScope, readWebhookHealth } from "#shared/store/webhook-counters.ts";

/**
 * When an eventbus connection last received an event, how many in 24 hours, and at which URL.
 * @throws DomainError `not_found` for every other connection
 */
export async function getEventbusStats(connectionId: string, tenantId: string, now: string) {
  const [connection, health] = await Promise.all([
    getConnection(connectionId, tenantId),
    readWebhookHealth([connectionScope(connectionId)], now),
  ]);
  if (connection?.subtype !== "eventbus") throw noSuch("eventbus connection");
  return {
    last_delivery_at: health.last_received_at,
    deliveries_24h: health.deliveries_24h,
    receiver_url: `${baseUrl()}${webhookPath("cloudb_eventbus", tenantId)}`,
  };
}
