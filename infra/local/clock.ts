/**
 * The local run's clock: real time plus an offset that `POST /_local/clock` moves forward. The
 * offset lives in shared memory, so that every function's own `Date` moves with it.
 */
export interface LocalClock {
  /** Milliseconds since the epoch. */
  now(): number;
  advance(seconds: number): void;
  /** Shared with the functions' threads. */
  offset: Float64Array;
}

export function startClock(): LocalClock {
  // The real clock, even if a test sets its own process's `Date`.
  const realNow = Date.now;
  const offset = new Float64Array(new SharedArrayBuffer(8));
  return {
    offset,
    now: () => realNow() + (offset[0] ?? 0),
    advance: (seconds) => {
      offset[0] = (offset[0] ?? 0) + seconds * 1000;
    },
  };
}
