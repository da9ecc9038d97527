import {
  type AskedOutcome,
  type Channel,
  channels,
  type DeliveryEntry,
  isRefused,
} from "#shared/domain/connections/delivery.ts";
import { put } from "./item.ts";
import { type Listing, type Page, type Paging, pageInSteps, pageOf } from "./page.ts";
import type { Item } from "./read.ts";
import { indexEntry } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/*
 * DELIVERY_LOG#<owner>#<shard> / <received_at>#<id>   one delivery, kept for 90 days
 * gsi1 by tenant and channel · gsi2 by channel, each in several partitions
 *
 * The owner is the connection, or tenant and channel for deliveries that named no connection. Each
 * has eight partitions, so that a burst of deliveries does not hit a single one; lists merge them.
 */

const SHARDS = 8;
const TENANT_SHARDS = 4;
const KEPT_SECONDS = 90 * 24 * 3600;

const ofConnection = (id: string): string => `DELIVERY_LOG#connection#${id}`;
const unassigned = (tenantId: string, channel: Channel): string =>
  `DELIVERY_LOG#${channel}#${tenantId}`;
const ofTenant = (tenantId: string, channel: Channel): string =>
  `DELIVERY_LOG#TENANT#${tenantId}#${channel}`;
const ofChannel = (channel: Channel): string => `DELIVERY_LOG#ALL#${channel}`;

const sharded = (partition: string, shards = SHARDS): string[] =>
  Array.from({ length: shards }, (_, shard) => `${partition}#${shard}`);

/** Puts a delivery on the lists; part of the transaction that decides on it. */
export function putDelivery(entry: DeliveryEntry): Action {
  const { id, tenant_id, channel, connection_id, received_at } = entry;
  const spread = Number.parseInt(id.slice(0, 4), 16);
  const sk = `${received_at}#${id}`;
  const owner =
    connection_id === null ? unassigned(tenant_id, channel) : ofConnection(connection_id);
  return put({
    pk: `${owner}#${spread % SHARDS}`,
    sk,
    ...indexEntry("gsi1", `${ofTenant(tenant_id, channel)}#${spread % TENANT_SHARDS}`, sk),
    ...indexEntry("gsi2", `${ofChannel(channel)}#${spread % SHARDS}`, sk),
    delivery: entry,
    ttl: Math.floor(Date.parse(received_at) / 1000) + KEPT_SECONDS,
  });
}

const deliveryOf = (item: Item): DeliveryEntry => {
  const entry = item.delivery as DeliveryEntry;
  return { ...entry, payload_digest: entry.payload_digest ?? null };
};

const connectionDeliveries = (
  connectionId: string,
  tenantId: string,
  channel: Channel,
): Listing => ({
  partitions: [...sharded(ofConnection(connectionId)), ...sharded(unassigned(tenantId, channel))],
  descending: true,
});

const allDeliveries = (channelsAsked: readonly Channel[], tenantId: string | undefined): Listing =>
  tenantId === undefined
    ? {
        index: "gsi2",
        partitions: channelsAsked.flatMap((channel) => sharded(ofChannel(channel))),
        descending: true,
      }
    : {
        index: "gsi1",
        partitions: channelsAsked.flatMap((channel) =>
          sharded(ofTenant(tenantId, channel), TENANT_SHARDS),
        ),
        descending: true,
      };

/** The filters of a list of deliveries. */
export interface DeliveryFilters {
  outcome?: AskedOutcome | undefined;
  /** ISO 8601 UTC: only deliveries received then or later. */
  from?: string | undefined;
}

/** A page of a connection's deliveries, with those of its tenant and channel that named no connection. */
export const connectionDeliveryPage = (
  connection: { id: string; tenant_id: string; channel: Channel },
  filters: DeliveryFilters,
  paging: Paging,
): Promise<Page<DeliveryEntry>> =>
  deliveryPage(
    connectionDeliveries(connection.id, connection.tenant_id, connection.channel),
    filters,
    paging,
  );

/** A page of deliveries across connections; without a tenant, across all tenants. */
export const allDeliveriesPage = (
  {
    tenantId,
    channels: asked,
    ...filters
  }: DeliveryFilters & {
    tenantId: string | undefined;
    channels: readonly Channel[];
  },
  paging: Paging,
): Promise<Page<DeliveryEntry>> => deliveryPage(allDeliveries(asked, tenantId), filters, paging);

/**
 * Deliveries that were refused since an instant, of one tenant or of all, newest first. `isMore`: there
 * were too many deliveries to read them all, so more may have been refused.
 */
export async function refusedSince(
  tenantId: string | undefined,
  since: string,
): Promise<{ refused: readonly DeliveryEntry[]; isMore: boolean }> {
  const { items, next_cursor } = await pageOf(
    { ...allDeliveries(channels, tenantId), from: since },
    { limit: MAX_REFUSED },
    deliveryOf,
    ({ outcome }) => isRefused(outcome),
  );
  return { refused: items, isMore: next_cursor !== null };
}

const MAX_REFUSED = 200;

const isOf = (entry: DeliveryEntry, outcome: AskedOutcome): boolean =>
  outcome === "refused" ? isRefused(entry.outcome) : entry.outcome === outcome;

const deliveryPage = (
  listing: Listing,
  { outcome, from }: DeliveryFilters,
  paging: Paging,
): Promise<Page<DeliveryEntry>> =>
  pageInSteps(paging, (step) =>
    pageOf(
      from === undefined ? listing : { ...listing, from },
      step,
      deliveryOf,
      outcome === undefined ? undefined : (entry) => isOf(entry, outcome),
    ),
  );
