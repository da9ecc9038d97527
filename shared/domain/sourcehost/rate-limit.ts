import type { HttpAnswer } from "#shared/domain/discovery/upstream.ts";
import { retryAfterMs } from "#shared/domain/retry/retry-after.ts";

/** How long to wait if the host names no time ("Best practices for using the REST API"). */
const UNNAMED_WAIT_MS = 60_000;
/** The longest wait; the primary limit resets every hour. */
const LONGEST_WAIT_MS = 2 * 3_600_000;

/**
 * How long the source host asks not to be called, in ms; null if it is not rate-limiting. The primary
 * limit is a 403 or 429 with `x-ratelimit-remaining: 0` and a time in `x-ratelimit-reset`. The
 * secondary limit has `retry-after`, or is named only in the body.
 * @param now milliseconds since the epoch
 */
export function rateLimitMs(answer: HttpAnswer, now: number): number | null {
  if (!answer.reached || (answer.status !== 403 && answer.status !== 429)) return null;
  const asked = retryAfterMs(answer.retryAfter, now);
  if (asked !== null) return bounded(asked);
  const { remaining, reset } = answer.rateLimit ?? {};
  if (remaining === "0") {
    const names = /^\d{1,20}$/.test(reset ?? "");
    return names ? bounded(Number(reset) * 1000 - now) : UNNAMED_WAIT_MS;
  }
  const isSecondary = answer.text.slice(0, 2000).toLowerCase().includes("rate limit");
  return isSecondary || answer.status === 429 ? UNNAMED_WAIT_MS : null;
}

const bounded = (ms: number): number => Math.min(LONGEST_WAIT_MS, Math.max(1000, ms));
