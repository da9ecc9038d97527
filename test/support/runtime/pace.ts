/** How quickly a function's waits pass, for tests of what comes after them. */
export interface Pace {
  /** How many times as fast as real waits; read at each wait. */
  times: () => number;
  /** Waits of this many milliseconds or more stay as they are: limits, which are rarely reached. */
  longestMs?: number;
}

export const realPace: Pace = { times: () => 1 };

/**
 * `setTimeout`, and the `performance` that budgets waits, at a pace. `Date` is not changed: whatever is
 * stored and signed keeps its real time.
 */
export function pacedWaits(pace: Pace) {
  const { times } = pace;
  const paced = (ms: number | undefined): number | undefined =>
    ms === undefined || ms >= (pace.longestMs ?? Number.POSITIVE_INFINITY) ? ms : ms / times();
  const wait = (act: () => void, ms?: number, ...more: []) => setTimeout(act, paced(ms), ...more);
  const begun = performance.now();
  return {
    setTimeout: wait as typeof setTimeout,
    performance: { now: () => begun + (performance.now() - begun) * times() },
  };
}
