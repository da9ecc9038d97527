import type { Channel } from "#shared/domain/connections/delivery.ts";
import {
  countsAsDelivery,
  type DeliveryOutcome,
  firstHour,
  hourOf,
  minuteCounter,
  sumOfDay,
} from "#shared/domain/connections/webhook-health.ts";
import { change } from "./item.ts";
import { type Item, queryOnce } from "./read.ts";
import type { Action } from "./transact.ts";

/*
 * DELIVERIES#<scope> / <R|X>#<hour>#<shard>   counters of one hour, kept for 400 days
 *
 * R: received (accepted, ignored), with last_received_at · X: duplicates and refused ones.
 * A scope is a connection, or a tenant's deliveries that belong to none. Each delivery adds to one
 * of eight shards of its hour, so that concurrent deliveries do not contend for one item; a health
 * card reads at most 25 hours of counters, whatever the traffic.
 */

/** Scope of a channel's deliveries that belong to no connection. */
const scopes = {
  sourcehost: "sourcehost",
  cloudb_eventbus: "eventbus",
} as const satisfies Record<Channel, string>;

export type CounterScope = `${"connection" | (typeof scopes)[Channel]}#${string}`;

export const connectionScope = (connectionId: string): CounterScope => `connection#${connectionId}`;

/** A tenant's deliveries on a channel that belong to no connection: pings, refused deliveries. */
export const tenantScope = (channel: Channel, tenantId: string): CounterScope =>
  `${scopes[channel]}#${tenantId}`;

const SHARDS = 8;
const KEPT_SECONDS = 400 * 24 * 3600;

const partition = (scope: CounterScope): string => `DELIVERIES#${scope}`;
const family = (outcome: DeliveryOutcome): string => (countsAsDelivery(outcome) ? "R" : "X");

/**
 * Counts one delivery; part of the transaction that decides on it.
 * @param spread hexadecimal text that differs from delivery to delivery: it picks the shard
 */
export function countDelivery(
  scope: CounterScope,
  outcome: DeliveryOutcome,
  at: string,
  spread: string,
): Action {
  const shard = Number.parseInt(spread.slice(0, 4), 16) % SHARDS;
  return change(
    { pk: partition(scope), sk: `${family(outcome)}#${hourOf(at)}#${shard}` },
    {
      set: { last_received_at: at, ttl: Math.floor(Date.parse(at) / 1000) + KEPT_SECONDS },
      add: { [outcome]: 1, [minuteCounter(outcome, at)]: 1 },
    },
  );
}

export interface WebhookHealth {
  last_received_at: string | null;
  /** Accepted and ignored ones. */
  deliveries_24h: number;
  outcomes_24h: Record<DeliveryOutcome, number>;
}

/** The health card over one or several scopes: one round trip, all queries concurrent. */
export async function readWebhookHealth(
  scopes: readonly CounterScope[],
  now: string,
): Promise<WebhookHealth> {
  const counters = await Promise.all(scopes.map((scope) => countersOf(scope, now)));
  const newest = counters.flatMap((scope) => scope.newest.items);
  const day = counters.flatMap((scope) => [...scope.received.items, ...scope.refused.items]);
  const outcomes = sumOfDay(day.map(hourCountsOf), now);
  const times = newest.map((item) => String(item.last_received_at)).sort();
  return {
    last_received_at: times.at(-1) ?? null,
    deliveries_24h: outcomes.accepted + outcomes.ignored,
    outcomes_24h: outcomes,
  };
}

async function countersOf(scope: CounterScope, now: string) {
  const [newest, received, refused] = await Promise.all([
    queryOnce({ pk: partition(scope), prefix: "R#", descending: true, limit: SHARDS }),
    dayOf(scope, "R", now),
    dayOf(scope, "X", now),
  ]);
  return { newest, received, refused };
}

const dayOf = (scope: CounterScope, kind: "R" | "X", now: string) =>
  queryOnce({
    pk: partition(scope),
    from: `${kind}#${firstHour(now)}`,
    below: `${kind}$`,
  });

const hourCountsOf = (item: Item) => ({
  hour: String(item.sk).split("#")[1] ?? "",
  counts: item,
});
