import { type ConnectionRecord, channelOf } from "#shared/domain/connections/connection.ts";
import {
  type Channel,
  channels,
  type DeliveryEntry,
  type DeliveryResult,
} from "#shared/domain/connections/delivery.ts";
import { allDeliveries, connectionDeliveries, deliveryOf } from "#shared/store/deliveries.ts";
import { type Listing, type Page, type Paging, readPage } from "#shared/store/page.ts";

interface Query extends Paging {
  outcome?: DeliveryResult | undefined;
}

/**
 * What a connection's webhook received, newest first; none for a connection without a webhook. What
 * named no connection (a ping, a refused delivery) is shown at each of the tenant's.
 */
export async function listDeliveries(
  connection: ConnectionRecord,
  query: Query,
): Promise<Page<DeliveryEntry>> {
  const channel = channelOf(connection);
  if (channel === null) return { items: [], nextCursor: null };
  return pageOf(connectionDeliveries(connection.id, connection.tenant_id, channel), query);
}

/** The deliveries of every tenant, or of one, newest first. */
export const listAllDeliveries = ({
  tenant_id,
  channel,
  ...query
}: Query & { tenant_id?: string | undefined; channel?: Channel | undefined }): Promise<
  Page<DeliveryEntry>
> => pageOf(allDeliveries(channel === undefined ? channels : [channel], tenant_id), query);

async function pageOf(
  listing: Listing,
  { outcome, ...paging }: Query,
): Promise<Page<DeliveryEntry>> {
  const scope = JSON.stringify([listing.scope, outcome ?? null]);
  const { items, nextCursor } = await readPage(
    { ...listing, scope },
    paging,
    outcome === undefined ? undefined : (item) => deliveryOf(item).outcome === outcome,
  );
  return { items: items.map(deliveryOf), nextCursor };
}
