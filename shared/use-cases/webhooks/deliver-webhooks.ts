import { createSlots, type Slots } from "#shared/domain/limiter/slots.ts";
import { now } from "#shared/platform/clock.ts";
import { describeError, log } from "#shared/platform/log.ts";
import { dueEndpoints } from "#shared/store/webhook-deliveries.ts";
import { type RunTime, waitsFor } from "./run-time.ts";
import { type DeliveryCounts, type Visit, visitEndpoint } from "./work-endpoint.ts";

/** Endpoints delivered to at once: a slow one delays no other. */
const ENDPOINTS_AT_ONCE = 64;

/**
 * Delivers what is due to every endpoint, at most five at once to each, and what becomes due while
 * the run waits for it: whoever holds an endpoint's lease is alone with it. After a crash the lease
 * ends, and what was in flight is sent once more.
 */
export async function deliverWebhooks(time: RunTime): Promise<DeliveryCounts> {
  const counts: DeliveryCounts = { delivered: 0, again: 0, failed: 0, dropped: 0 };
  const slots = createSlots(ENDPOINTS_AT_ONCE);
  const due = await dueEndpoints(now());
  await Promise.all(
    due.map((one) => deliverTo({ due: one, counts, time, retries: new Set() }, slots)),
  );
  return counts;
}

/** Visit after visit, waiting without slot or lease for what becomes due in between. */
async function deliverTo(visit: Visit, slots: Slots): Promise<void> {
  const { time, retries } = visit;
  let next = await slots(() => visitSafely(visit));
  const isOwnToCome = () => [...retries].some((at) => at > now());
  while (next !== null && waitsFor(time, next, isOwnToCome())) {
    await time.waitUntil(next);
    next = await slots(() => visitSafely(visit));
  }
}

/** A fault at one endpoint holds no other up. */
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
