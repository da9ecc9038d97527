import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/webhooks.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import {
  type AfterAttempt,
  afterAttempt,
  type Delivery,
} from "#shared/domain/webhooks/delivery.ts";
import { type DisabledReason, disabled, type Endpoint } from "#shared/domain/webhooks/endpoint.ts";
import { PLATFORM } from "#shared/domain/webhooks/event-types.ts";
import { MOST_IN_FLIGHT } from "#shared/domain/webhooks/limits.ts";
import { now } from "#shared/platform/clock.ts";
import { describeError, log } from "#shared/platform/log.ts";
import { transact } from "#shared/store/transact.ts";
import {
  type DueEndpoint,
  dueDeliveries,
  dueEndpoints,
  type EndpointLease,
  leaseEndpoint,
  releaseEndpoint,
  settleDelivery,
  waitingDeliveries,
} from "#shared/store/webhook-deliveries.ts";
import { getEndpoint, moveEndpoint } from "#shared/store/webhook-endpoints.ts";
import { sendWebhook } from "./send-webhook.ts";

/** Endpoints delivered to at once: a slow one delays no other. */
const ENDPOINTS_AT_ONCE = 64;

export type DeliveryCounts = Record<"delivered" | "again" | "failed" | "dropped", number>;

/**
 * Delivers what is due to every endpoint, at most five at once to each: whoever holds an endpoint's
 * lease is alone with it, and prolongs it before each round. After a crash the lease ends, and what
 * was in flight is sent once more.
 */
export async function deliverWebhooks(mayGoOn: () => boolean): Promise<DeliveryCounts> {
  const counts: DeliveryCounts = { delivered: 0, again: 0, failed: 0, dropped: 0 };
  await eachBounded(await dueEndpoints(now()), ENDPOINTS_AT_ONCE, async (due) => {
    const lease = await leaseEndpoint(due.endpointId, null, now());
    if (lease === null) return;
    try {
      await workUntilIdle(due, lease, counts, mayGoOn);
    } catch (error) {
      log("error", "webhook_endpoint_failed", {
        endpoint_id: due.endpointId,
        ...describeError(error),
      });
    }
  });
  return counts;
}

/**
 * Works until nothing is due even after the endpoint was given back: whoever was told of a message
 * meanwhile found the endpoint held, and relies on this.
 */
async function workUntilIdle(
  due: DueEndpoint,
  first: EndpointLease,
  counts: DeliveryCounts,
  mayGoOn: () => boolean,
): Promise<void> {
  let lease: EndpointLease | null = first;
  while (lease !== null) {
    const held = await work(due, lease, counts, mayGoOn);
    if (held === null) return;
    await releaseEndpoint(held, due.touched);
    const isMore = mayGoOn() && (await dueDeliveries(due.endpointId, now(), 1)).length > 0;
    lease = isMore ? await leaseEndpoint(due.endpointId, null, now()) : null;
  }
}

/** Round after round, until nothing is due; null: the lease was lost. */
async function work(
  { owner, endpointId }: DueEndpoint,
  first: EndpointLease,
  counts: DeliveryCounts,
  mayGoOn: () => boolean,
): Promise<EndpointLease | null> {
  let lease: EndpointLease | null = first;
  while (lease !== null && mayGoOn()) {
    const endpoint = await getEndpoint(owner, endpointId);
    if (endpoint === null || !endpoint.enabled) {
      counts.dropped += await drop(endpointId, lease);
      return lease;
    }
    const round = await dueDeliveries(endpointId, now(), MOST_IN_FLIGHT);
    if (round.length === 0) return lease;
    const held: EndpointLease = lease;
    const results = await Promise.all(round.map((one) => attempt(endpoint, one)));
    for (const { before, result } of results) {
      counts[result.outcome] += await record(endpoint, before, result, held);
    }
    lease = await leaseEndpoint(endpointId, held, now());
  }
  return lease;
}

interface Tried {
  before: Delivery;
  result: AfterAttempt;
}

async function attempt(endpoint: Endpoint, before: Delivery): Promise<Tried> {
  const { attempt: made, retryAfterMs } = await sendWebhook(endpoint, before);
  const result = afterAttempt(before, made, { retryAfterMs, now: now(), random: Math.random() });
  return { before, result };
}

/** Writes what came of an attempt; the end of the ladder, or a 410, switches the endpoint off. */
async function record(
  endpoint: Endpoint,
  before: Delivery,
  result: AfterAttempt,
  lease: EndpointLease,
): Promise<number> {
  const settled = settleDelivery(before, result.after, lease);
  const disables = result.outcome === "failed" ? result.disables : null;
  if (disables === null || !(await disable(endpoint, disables, settled))) {
    return (await transact(settled)).committed ? 1 : 0;
  }
  return 1;
}

/** False: the endpoint was changed meanwhile, and stays as it is. */
async function disable(
  endpoint: Endpoint,
  reason: DisabledReason,
  settled: ReturnType<typeof settleDelivery>,
): Promise<boolean> {
  const at = now();
  const { id, owner, url } = endpoint;
  const row = auditRow({
    action: "webhook_endpoint.disabled",
    resourceId: id,
    tenantId: owner === PLATFORM ? null : owner,
    actorUserId: null,
    context: { url, reason },
    id: randomUUID(),
    at,
  });
  const outcome = await moveEndpoint(endpoint, disabled(endpoint, reason, at), row, settled);
  if (outcome.committed) log("warn", "webhook_endpoint_disabled", { endpoint_id: id, reason });
  return outcome.committed;
}

/** Nothing is delivered to an endpoint that is off or gone. */
async function drop(endpointId: string, lease: EndpointLease): Promise<number> {
  const waiting = await waitingDeliveries(endpointId);
  for (const before of waiting) {
    const after: Delivery = { ...before, status: "dropped", next_attempt_at: null };
    await transact(settleDelivery(before, after, lease));
  }
  return waiting.length;
}
