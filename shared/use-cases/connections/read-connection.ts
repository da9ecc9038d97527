import {
  type Connection,
  type ConnectionRecord,
  channelOf,
} from "#shared/domain/connections/connection.ts";
import type { Channel } from "#shared/domain/connections/delivery.ts";
import {
  type CounterScope,
  connectionScope,
  eventbusScope,
  readWebhookHealth,
  sourcehostScope,
  type WebhookHealth,
} from "#shared/store/webhook-counters.ts";
import { showConnection } from "./show-connection.ts";

/** A tenant's deliveries on a channel that belong to no connection: pings, refused deliveries. */
const ofTenant: Record<Channel, (tenantId: string) => CounterScope> = {
  sourcehost: sourcehostScope,
  cloudb_eventbus: eventbusScope,
};

/** One connection, with the health of its webhook if it has one (second seed). */
export async function readConnection(
  connection: ConnectionRecord,
  now: string,
): Promise<Connection & { webhook_health?: WebhookHealth }> {
  const channel = channelOf(connection);
  if (channel === null) return showConnection(connection);
  const scopes = [connectionScope(connection.id), ofTenant[channel](connection.tenant_id)];
  const [shown, webhook_health] = await Promise.all([
    showConnection(connection),
    readWebhookHealth(scopes, now),
  ]);
  return { ...shown, webhook_health };
}
