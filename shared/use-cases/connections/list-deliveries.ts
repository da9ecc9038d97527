import { type ConnectionRecord, channelOf } from "#shared/domain/connections/connection.ts";
import {
  type Channel,
  channels,
  type DeliveryEntry,
  type DeliveryResult,
} from "#shared/domain/connections/delivery.ts";
import { allDeliveriesPage, connectionDeliveryPage } from "#shared/store/deliveries.ts";
import type { Page, Paging } from "#shared/store/page.ts";

interface Query extends Paging {
  outcome?: DeliveryResult | undefined;
}

/**
 * The deliveries to a connection's webhook, newest first; none for a connection without a webhook.
 * Those that named no connection (a ping, a refused delivery) appear under each of the tenant's
 * connections.
 */
export async function listDeliveries(
  connection: ConnectionRecord,
  query: Query,
): Promise<Page<DeliveryEntry>> {
  const channel = channelOf(connection);
  if (channel === null) return { items: [], nextCursor: null };
  const { outcome, ...paging } = query;
  return connectionDeliveryPage({ ...connection, channel }, { outcome }, paging);
}

/** The deliveries of every tenant, or of one, newest first. */
export const listAllDeliveries = ({
  tenant_id,
  channel,
  outcome,
  ...paging
}: Query & { tenant_id?: string | undefined; channel?: Channel | undefined }): Promise<
  Page<DeliveryEntry>
> =>
  allDeliveriesPage(
    { tenantId: tenant_id, channels: channel === undefined ? channels : [channel], outcome },
    paging,
  );
