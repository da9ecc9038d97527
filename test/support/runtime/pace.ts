/** How quickly a function's waits pass, for tests of what comes after them. */
export interface Pace {
  /** How many times as fast as real waits; read at each wait. */
  times: () => number;
  /** Waits of this many milliseconds or more are limits, which are rarely reached. */
  longestMs?: number;
  /** How many times as long limits take, so that a busy machine does not reach one. Default: 1. */
  limits?: number;
}

export const realPace: Pace = { times: () => 1 };

/**
 * `setTimeout`, `AbortSignal`, and the `performance` that budgets waits, at a pace. `Date` is not
 * changed: whatever is stored and signed keeps its real time.
 */
export function pacedWaits(pace: Pace) {
  const { times } = pace;
  const limit = (ms: number): number => ms * (pace.limits ?? 1);
  const paced = (ms: number | undefined): number | undefined => {
    if (ms === undefined) return ms;
    return ms >= (pace.longestMs ?? Number.POSITIVE_INFINITY) ? limit(ms) : ms / times();
  };
  const wait = (act: () => void, ms?: number, ...more: []) => setTimeout(act, paced(ms), ...more);
  const begun = performance.now();
  return {
    setTimeout: wait as typeof setTimeout,
    AbortSignal: new Proxy(AbortSignal, {
      get: (signal, name) =>
        name === "timeout"
          ? (ms: number) => signal.timeout(limit(ms))
          : Reflect.get(signal, name, signal),
    }),
    performance: { now: () => begun + (performance.now() - begun) * times() },
  };
}
