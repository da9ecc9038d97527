import { type ConnectionRecord, channelOf } from "#shared/domain/connections/connection.ts";
import type { DeliveryEntry } from "#shared/domain/connections/delivery.ts";
import { connectionDeliveryPage, type DeliveryFilters } from "#shared/store/deliveries.ts";
import type { Page, Paging } from "#shared/store/page.ts";

/**
 * The deliveries to a connection's webhook, newest first; none for a connection without a webhook.
 * Those that named no connection (a ping, a refused delivery) appear under each of the tenant's
 * connections.
 */
export async function listConnectionDeliveries(
  connection: ConnectionRecord,
  query: Paging & DeliveryFilters,
): Promise<Page<DeliveryEntry>> {
  const channel = channelOf(connection);
  if (channel === null) return { items: [], next_cursor: null };
  const { outcome, from, ...paging } = query;
  return connectionDeliveryPage({ ...connection, channel }, { outcome, from }, paging);
}
