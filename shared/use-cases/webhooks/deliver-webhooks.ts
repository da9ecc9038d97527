import { createSlots, type Slots } from "#shared/domain/limiter/slots.ts";
import { now } from "#shared/platform/clock.ts";
import { describeError, log } from "#shared/platform/log.ts";
import type { WaitingEndpoint } from "#shared/store/webhook-deliveries.ts";
import { type RunTime, waitsFor } from "./run-time.ts";
import { type DeliveryCounts, type Visit, visitEndpoint } from "./work-endpoint.ts";

/** How many endpoints are delivered to at once; a slow one delays no other. */
const ENDPOINTS_AT_ONCE = 64;

/**
 * Delivers to every endpoint what is due, and what becomes due while the run waits for it, with at most
 * five deliveries at once to each. Only the holder of an endpoint's lease delivers to it. After a crash
 * the lease ends, and what was in flight is sent once more.
 * @param endpoints those with waiting deliveries
 */
export async function deliverWebhooks(
  endpoints: readonly WaitingEndpoint[],
  time: RunTime,
): Promise<DeliveryCounts> {
  const counts: DeliveryCounts = { delivered: 0, again: 0, failed: 0, dropped: 0 };
  const slots = createSlots(ENDPOINTS_AT_ONCE);
  const due = endpoints.filter(({ isHeld }) => !isHeld);
  await Promise.all(
    due.map((one) => deliverTo({ due: one, counts, time, retries: new Set() }, slots)),
  );
  return counts;
}

/**
 * Visits an endpoint repeatedly. Between visits it waits, without slot or lease, for what becomes due.
 */
async function deliverTo(visit: Visit, slots: Slots): Promise<void> {
  const { time, retries } = visit;
  let next = await slots(() => visitSafely(visit));
  const isOwnToCome = () => [...retries].some((at) => at > now());
  while (next !== null && waitsFor(time, next, isOwnToCome())) {
    await time.waitUntil(next);
    next = await slots(() => visitSafely(visit));
  }
}

/** A fault at one endpoint delays no other. */
async function visitSafely(visit: Visit): Promise<string | null> {
  try {
    return await visitEndpoint(visit);
  } catch (error) {
    log("error", "webhook_endpoint_failed", {
      endpoint_id: visit.due.endpointId,
      ...describeError(error),
    });
    return null;
  }
}
