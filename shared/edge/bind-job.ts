import { now, nowMs } from "#shared/platform/clock.ts";

/** What a job's function works with. */
interface JobCall {
  /** What invoked it handed over; not checked yet. */
  payload: unknown;
  /** ISO 8601 UTC. */
  now: string;
  /** Milliseconds since the epoch, for work that measures its own time. */
  nowMs: () => number;
  /** Milliseconds until the function is stopped. */
  remainingMs: () => number;
}

type Context = { getRemainingTimeInMillis: () => number };

/** Binds a job of the table to its use case; what it throws makes its invocation fail. */
export const bindJob =
  <T>(run: (call: JobCall) => Promise<T>) =>
  (payload: unknown, context: Context): Promise<T> =>
    run({ payload, now: now(), nowMs, remainingMs: () => context.getRemainingTimeInMillis() });
