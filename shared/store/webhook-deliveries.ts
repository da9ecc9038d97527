import { LEASE_MS } from "#shared/domain/courier/message.ts";
import type { Delivery } from "#shared/domain/webhooks/delivery.ts";
import { DELIVERIES_KEPT_DAYS } from "#shared/domain/webhooks/limits.ts";
import {
  all,
  any,
  type Condition,
  change,
  drop,
  exists,
  insert,
  is,
  isAbsent,
  isBelow,
  put,
  requires,
} from "./item.ts";
import { type Page, type Paging, pageOf } from "./page.ts";
import { getItem, type Item, queryAll, queryOnce } from "./read.ts";
import type { Key } from "./table-schema.ts";
import { type Action, type Outcome, transact } from "./transact.ts";

/*
 * HOOKLOG#<endpoint>    / <created_at>#<id>   a delivery, kept for 30 days
 * HOOKLOGID#<endpoint>  / <id>                where it is
 * HOOKQUEUE#<endpoint>  / <due_at>#<id>       it waits for its next attempt
 * HOOKDUE               / <endpoint>          the endpoint has deliveries that wait; whoever holds
 *                                             its lease is the only one who delivers to it
 */

const logKey = ({ endpoint_id, created_at, id }: Delivery): Key => ({
  pk: `HOOKLOG#${endpoint_id}`,
  sk: `${created_at}#${id}`,
});
const idKey = (endpointId: string, id: string): Key => ({ pk: `HOOKLOGID#${endpointId}`, sk: id });
const queuePartition = (endpointId: string): string => `HOOKQUEUE#${endpointId}`;
const queueKey = ({ endpoint_id, next_attempt_at, id }: Delivery): Key => ({
  pk: queuePartition(endpoint_id),
  sk: `${next_attempt_at}#${id}`,
});
const DUE = "HOOKDUE";
const dueKey = (endpointId: string): Key => ({ pk: DUE, sk: endpointId });

const ttlOf = ({ created_at }: Delivery): number =>
  Math.floor(Date.parse(created_at) / 1000) + DELIVERIES_KEPT_DAYS * 24 * 3600;

const logItem = (delivery: Delivery): Item => ({
  ...logKey(delivery),
  delivery,
  ttl: ttlOf(delivery),
});

/**
 * Promises a delivery, once, and in the same transaction notes that its endpoint has something to
 * deliver.
 * @param touch a text that no other promise has
 */
export const promiseDelivery = (
  owner: string,
  delivery: Delivery,
  touch: string,
): Promise<Outcome> =>
  transact({
    id: insert({
      ...idKey(delivery.endpoint_id, delivery.id),
      at: logKey(delivery),
      owner,
      ttl: ttlOf(delivery),
    }),
    log: put(logItem({ ...delivery, owner })),
    queue: put({ ...queueKey(delivery), at: logKey(delivery) }),
    due: change(dueKey(delivery.endpoint_id), { set: { touched: touch, owner } }),
  });

const deliveryOf = (item: Item): Delivery => item.delivery as Delivery;

/** A page of an endpoint's deliveries, newest first. */
export const pageOfDeliveries = (endpointId: string, paging: Paging): Promise<Page<Delivery>> =>
  pageOf({ partitions: [`HOOKLOG#${endpointId}`], descending: true }, paging, deliveryOf);

export async function getDelivery(endpointId: string, id: string): Promise<Delivery | null> {
  const place = await getItem(idKey(endpointId, id));
  const item = place === null ? null : await getItem(place.at as Key);
  return item === null ? null : deliveryOf(item);
}

/** An endpoint that has deliveries waiting. */
export interface WaitingEndpoint {
  endpointId: string;
  owner: string;
  touched: string;
  /** Whether somebody is delivering to it. */
  isHeld: boolean;
}

/** Endpoints with waiting deliveries, due or not. @param now ISO 8601 UTC */
export async function waitingEndpoints(now: string): Promise<WaitingEndpoint[]> {
  const items = await queryAll({ pk: DUE });
  return items.map(({ sk, owner, touched, lease_until }) => ({
    endpointId: String(sk),
    owner: String(owner),
    touched: String(touched),
    isHeld: lease_until !== undefined && String(lease_until) >= now,
  }));
}

/** The exclusive right to deliver to an endpoint, until the lease ends. */
export interface EndpointLease {
  endpointId: string;
  until: string;
}

/** Takes the right to deliver to an endpoint; null: somebody else has it. */
export const leaseEndpoint = (endpointId: string, now: string): Promise<EndpointLease | null> =>
  lease(endpointId, now, all(exists("pk"), any(isAbsent(LEASE), isBelow(LEASE, now))));

const LEASE = "lease_until";

/** Longer than an attempt and its writes take. */
const LEAST_LEASE_MS = LEASE_MS * (2 / 3);

/** Prolongs the right if it would end soon; null: somebody else has taken it. */
export async function prolongEndpoint(
  held: EndpointLease,
  now: string,
): Promise<EndpointLease | null> {
  const { endpointId, until } = held;
  if (Date.parse(until) - Date.parse(now) > LEAST_LEASE_MS) return held;
  return lease(endpointId, now, is({ [LEASE]: until }));
}

async function lease(
  endpointId: string,
  now: string,
  where: Condition,
): Promise<EndpointLease | null> {
  const until = new Date(Date.parse(now) + LEASE_MS).toISOString();
  const outcome = await transact({
    due: change(dueKey(endpointId), { set: { [LEASE]: until }, where }),
  });
  return outcome.committed ? { endpointId, until } : null;
}

/** Gives the endpoint back. If nothing waits and nothing was promised since, it is no longer due. */
export async function releaseEndpoint(
  { endpointId, until }: EndpointLease,
  touched: string,
): Promise<void> {
  const { items } = await queryOnce({ pk: queuePartition(endpointId), limit: 1 });
  const isHeld = { [LEASE]: until };
  if (items.length === 0) {
    const ended = await transact({
      due: drop(dueKey(endpointId), is({ ...isHeld, touched })),
    });
    if (ended.committed) return;
  }
  await transact({ due: change(dueKey(endpointId), { remove: [LEASE], where: is(isHeld) }) });
}

/**
 * Deliveries that are due at an endpoint, oldest first.
 * @param now ISO 8601 UTC
 * @param inFlight deliveries to leave out, by id
 */
export async function dueDeliveries(
  endpointId: string,
  now: string,
  most: number,
  inFlight: ReadonlyMap<string, unknown> = new Map(),
): Promise<Delivery[]> {
  if (most === 0) return [];
  const { items } = await queryOnce({
    pk: queuePartition(endpointId),
    below: `${now}#\uffff`,
    limit: most + inFlight.size,
  });
  const idle = items.filter(({ sk }) => !inFlight.has(String(sk).split("#")[1] ?? ""));
  const found = await Promise.all(idle.slice(0, most).map(({ at }) => getItem(at as Key)));
  return found.flatMap((item) => (item === null ? [] : [deliveryOf(item)]));
}

/** When the next delivery to an endpoint is due, ISO 8601 UTC; null: none waits. */
export async function nextDue(endpointId: string): Promise<string | null> {
  const { items } = await queryOnce({ pk: queuePartition(endpointId), limit: 1 });
  return items[0] === undefined ? null : (String(items[0].sk).split("#")[0] ?? null);
}

/** Since when the oldest waiting delivery has been due; null: none is. @param now ISO 8601 UTC */
export async function oldestDue(now: string): Promise<string | null> {
  const due = await queryAll({ pk: DUE });
  const heads = await Promise.all(
    due.map(({ sk }) =>
      queryOnce({ pk: queuePartition(String(sk)), below: `${now}#\uffff`, limit: 1 }),
    ),
  );
  const times = heads.flatMap(({ items: [head] }) =>
    head === undefined ? [] : [String(head.sk).split("#")[0] ?? ""],
  );
  return times.sort()[0] ?? null;
}

/** Every delivery that waits at an endpoint. */
export async function waitingDeliveries(endpointId: string): Promise<Delivery[]> {
  const items = await queryAll({ pk: queuePartition(endpointId) });
  const found = await Promise.all(items.map(({ at }) => getItem(at as Key)));
  return found.flatMap((item) => (item === null ? [] : [deliveryOf(item)]));
}

/**
 * The writes of an attempt: the delivery as it is now, removed from the queue or moved to its next
 * place there, if the endpoint's lease is still held.
 */
export const settleDelivery = (
  before: Delivery,
  after: Delivery,
  { endpointId, until }: EndpointLease,
): Record<"lease" | "log" | "queue" | "next", Action | undefined> => ({
  lease: requires(dueKey(endpointId), is({ [LEASE]: until })),
  log: put(logItem(after)),
  queue: drop(queueKey(before), exists("pk")),
  next: after.next_attempt_at === null ? undefined : put({ ...queueKey(after), at: logKey(after) }),
});
