import { type FailureCode, failureTable } from "./failure.ts";

/**
 * An entry's circuit-breaker state: consecutive failures, and until when it is not called (0: no
 * cooldown). Times are milliseconds since the epoch.
 */
export interface Cooldown {
  failures: number;
  openUntil: number;
}

export const noCooldown: Cooldown = { failures: 0, openUntil: 0 };

const FAILURES_IN_A_ROW = 3;
const REPEATED_MS = 60_000;
const RATE_LIMIT_MS = 30_000;
const LONGEST_MS = 10 * 60_000;
/** Longer than any call may last: a probing caller that has not reported by then is given up. */
const HALF_OPEN_MS = 90_000;

/** Whether an entry may be called. `half_open`: by one caller, who must first update its state. */
export function gate({ openUntil }: Cooldown, now: number): "closed" | "half_open" | "open" {
  if (openUntil === 0) return "closed";
  return now < openUntil ? "open" : "half_open";
}

/** The state while one caller probes an entry whose cooldown has ended. */
export const halfOpened = (state: Cooldown, now: number): Cooldown => ({
  ...state,
  openUntil: now + HALF_OPEN_MS,
});

export interface FailedCall {
  code: FailureCode;
  /** The upstream's `Retry-After`, in milliseconds. */
  retryAfterMs: number | null;
  /** Our own shorter deadline ended the call: not the entry's fault. */
  cutShort: boolean;
}

/** The state after a failure; the same object when the failure says nothing about the entry. */
export function afterFailure(state: Cooldown, call: FailedCall, now: number): Cooldown {
  const { cools } = failureTable[call.code];
  if (cools === "never" || (call.code === "timeout" && call.cutShort)) return state;
  const failures = state.failures + 1;
  if (cools === "at_once") {
    const wait = Math.min(Math.max(call.retryAfterMs ?? RATE_LIMIT_MS, 1000), LONGEST_MS);
    return { failures, openUntil: now + wait };
  }
  const isRepeated = failures >= FAILURES_IN_A_ROW;
  return { failures, openUntil: isRepeated ? now + REPEATED_MS : 0 };
}
