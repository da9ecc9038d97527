import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/webhooks.ts";
import {
  type AfterAttempt,
  afterAttempt,
  type Delivery,
} from "#shared/domain/webhooks/delivery.ts";
import { type DisabledReason, disabled, type Endpoint } from "#shared/domain/webhooks/endpoint.ts";
import { PLATFORM } from "#shared/domain/webhooks/event-types.ts";
import { now } from "#shared/platform/clock.ts";
import { log } from "#shared/platform/log.ts";
import { transact } from "#shared/store/transact.ts";
import {
  type EndpointLease,
  settleDelivery,
  waitingDeliveries,
} from "#shared/store/webhook-deliveries.ts";
import { moveEndpoint } from "#shared/store/webhook-endpoints.ts";
import { sendWebhook } from "./send-webhook.ts";

/** An attempt that was made, and its result. */
export interface Tried {
  endpoint: Endpoint;
  before: Delivery;
  result: AfterAttempt;
}

/** Tries a delivery once, without writing anything. */
export async function attempt(endpoint: Endpoint, before: Delivery): Promise<Tried> {
  const { attempt: made, retryAfterMs } = await sendWebhook(endpoint, before);
  const result = afterAttempt(before, made, { retryAfterMs, now: now(), random: Math.random() });
  return { endpoint, before, result };
}

/**
 * Writes the result of an attempt. The end of the retry ladder, or a 410, switches the endpoint off.
 * @returns how many deliveries it settled: none, if the lease was lost
 */
export async function record(
  { endpoint, before, result }: Tried,
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
export async function drop(endpointId: string, lease: EndpointLease): Promise<number> {
  const waiting = await waitingDeliveries(endpointId);
  for (const before of waiting) {
    const after: Delivery = { ...before, status: "dropped", next_attempt_at: null };
    await transact(settleDelivery(before, after, lease));
  }
  return waiting.length;
}
