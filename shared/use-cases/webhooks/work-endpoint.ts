import { MAX_IN_FLIGHT } from "#shared/domain/webhooks/limits.ts";
import { now } from "#shared/platform/clock.ts";
import {
  dueDeliveries,
  type EndpointLease,
  leaseEndpoint,
  nextDue,
  prolongEndpoint,
  releaseEndpoint,
  type WaitingEndpoint,
} from "#shared/store/webhook-deliveries.ts";
import { getEndpoint } from "#shared/store/webhook-endpoints.ts";
import { mayGoOn, type RunTime, waitsFor } from "./run-time.ts";
import { attempt, drop, record, type Tried } from "./settle-attempt.ts";

export type DeliveryCounts = Record<"delivered" | "again" | "failed" | "dropped", number>;

/** One run's work on one endpoint. */
export interface Visit {
  due: WaitingEndpoint;
  counts: DeliveryCounts;
  time: RunTime;
  /** When the deliveries that this run tried in vain are due again, ISO 8601 UTC. */
  retries: Set<string>;
}

/**
 * Works until nothing is due even after the endpoint was given back. Another run that heard of a
 * message meanwhile found the endpoint held, and relies on this.
 * @returns when the next delivery is due, ISO 8601 UTC; null: none is, or somebody else has them
 */
export async function visitEndpoint(visit: Visit): Promise<string | null> {
  const { endpointId, touched } = visit.due;
  let lease = await leaseEndpoint(endpointId, now());
  while (lease !== null) {
    const held = await work(visit, lease);
    if (held === null) return null;
    await releaseEndpoint(held, touched);
    const next = await nextDue(endpointId);
    if (next === null || next > now()) return next;
    const isMore = mayGoOn(visit.time) && (await dueDeliveries(endpointId, now(), 1)).length > 0;
    lease = isMore ? await leaseEndpoint(endpointId, now()) : null;
  }
  return null;
}

/**
 * Keeps at most five deliveries in flight until nothing is due, and writes each attempt as soon as it
 * ends. So a slow answer delays neither the next delivery nor a retry.
 * @returns the lease; null: it was lost
 */
async function work(visit: Visit, first: EndpointLease): Promise<EndpointLease | null> {
  const { due, counts } = visit;
  const inFlight = new Map<string, Promise<unknown>>();
  const over: Tried[] = [];
  let lease: EndpointLease | null = first;
  while (lease !== null) {
    const endpoint = await getEndpoint(due.owner, due.endpointId);
    if (endpoint?.enabled && mayGoOn(visit.time)) {
      const free = MAX_IN_FLIGHT - inFlight.size;
      for (const one of await dueDeliveries(due.endpointId, now(), free, inFlight)) {
        const made = attempt(endpoint, one).then((tried) => over.push(tried));
        // If an attempt fails after another error has ended this work, nobody awaits it.
        made.catch(() => {});
        inFlight.set(one.id, made);
      }
    }
    if (inFlight.size === 0) {
      if (!endpoint?.enabled) counts.dropped += await drop(due.endpointId, lease);
      return lease;
    }
    await Promise.race([...inFlight.values(), ...nextRetry(visit)]);
    for (let tried = over.shift(); tried !== undefined; tried = over.shift()) {
      inFlight.delete(tried.before.id);
      counts[tried.result.outcome] += await record(tried, lease);
      if (tried.result.outcome === "again") visit.retries.add(tried.result.after.next_attempt_at);
    }
    lease = await prolongEndpoint(lease, now());
  }
  return null;
}

/** Resolves when the next of the run's own retries is due, if the run waits for it. */
function nextRetry({ retries, time }: Visit): Promise<void>[] {
  const [next] = [...retries].filter((at) => at > now()).sort();
  return next !== undefined && waitsFor(time, next, true) ? [time.waitUntil(next)] : [];
}
