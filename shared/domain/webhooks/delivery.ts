import * as z from "zod/mini";
import { timestamp } from "#shared/domain/text/text-fields.ts";

/** `dropped`: the endpoint was switched off or deleted before it could be delivered. */
const deliveryStatuses = ["pending", "delivered", "failed", "dropped"] as const;

/** One attempt to deliver a message: the status of the answer, or why there was none. */
const attemptSchema = () =>
  z.object({
    at: timestamp(),
    status: z.nullable(z.int()),
    error: z.nullable(z.string()),
  });
export type Attempt = z.output<ReturnType<typeof attemptSchema>>;

/** A message on its way to one endpoint. */
export const deliverySchema = () =>
  z.object({
    id: z.string(),
    /** The header `webhook-id`, the same in every attempt. */
    webhook_id: z.string(),
    type: z.string(),
    status: z.enum(deliveryStatuses),
    attempts: z.array(attemptSchema()),
    next_attempt_at: z.nullable(timestamp()),
    /** The delivery that this one replays. A replay is tried once. */
    replay_of: z.nullable(z.string()),
    body: z.string(),
  });
export type Delivery = z.output<ReturnType<typeof deliverySchema>> & {
  endpoint_id: string;
  created_at: string;
  /** Whose endpoint it is, which nothing else says once the endpoint is deleted. Absent in older ones. */
  owner?: string;
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The pauses after failed attempts, in ms (Standard Webhooks 1.0.0; clearance.md, section 4). */
const ladder = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** The longest wait that an answer may ask for. */
const MAX_WAIT_MS = 24 * HOUR;
/** How much a pause may exceed the ladder, so that endpoints are not called in step. */
const JITTER = 0.1;
/** Shorter pauses have no jitter: a late tick alone makes them a fifth too long. */
const LEAST_WITH_JITTER = 30 * MINUTE;

/**
 * When a delivery is tried again, in ms from now; null: there was a last attempt already.
 * @param failed how many attempts have failed
 * @param retryAfterMs the wait that the last answer asked for; null: none
 * @param random 0 to 1
 */
function pauseAfter(failed: number, retryAfterMs: number | null, random: number): number | null {
  const pause = ladder[failed - 1];
  if (pause === undefined) return null;
  const wanted = Math.min(retryAfterMs ?? 0, MAX_WAIT_MS);
  const jitter = pause >= LEAST_WITH_JITTER ? random * JITTER : 0;
  return Math.ceil(Math.max(pause * (1 + jitter), wanted));
}

/** Only 2xx counts as success. */
export const isDelivered = ({ status }: Attempt): boolean =>
  status !== null && status >= 200 && status < 300;

/** The endpoint wants no more messages. */
const isGone = ({ status }: Attempt): boolean => status === 410;

export type AfterAttempt =
  | { outcome: "delivered"; after: Delivery }
  | { outcome: "again"; after: Delivery & { next_attempt_at: string } }
  /** `disables`: why the endpoint is switched off as well; null: it stays on. */
  | { outcome: "failed"; after: Delivery; disables: "gone" | "exhausted" | null };

/** The delivery after an attempt. @param now ISO 8601 UTC, when the answer was there */
export function afterAttempt(
  before: Delivery,
  attempt: Attempt,
  given: { retryAfterMs: number | null; now: string; random: number },
): AfterAttempt {
  const attempts = [...before.attempts, attempt];
  const done = { ...before, attempts, next_attempt_at: null };
  if (isDelivered(attempt))
    return { outcome: "delivered", after: { ...done, status: "delivered" } };
  const failed = { ...done, status: "failed" as const };
  if (before.replay_of !== null) return { outcome: "failed", after: failed, disables: null };
  if (isGone(attempt)) return { outcome: "failed", after: failed, disables: "gone" };
  const pause = pauseAfter(attempts.length, given.retryAfterMs, given.random);
  if (pause === null) return { outcome: "failed", after: failed, disables: "exhausted" };
  const next_attempt_at = new Date(Date.parse(given.now) + pause).toISOString();
  return { outcome: "again", after: { ...done, status: "pending", next_attempt_at } };
}

/** The delivery as its endpoint's owner sees it. */
export const shownDelivery = ({ endpoint_id: _, created_at: __, owner: ___, ...shown }: Delivery) =>
  shown;

/** The header `webhook-id` of a delivery. */
export const webhookIdOf = (deliveryId: string): string => `msg_${deliveryId.replaceAll("-", "")}`;
