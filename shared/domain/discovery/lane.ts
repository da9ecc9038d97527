/** A concurrency limiter that backs off when the upstream returns "too many requests". */
export interface Lane {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Halves the concurrency, down to one. */
  narrow(): void;
  /** Raises the concurrency again, by one per sixteen calls. */
  widen(): void;
}

const WIDEN_AFTER = 16;

/** @param most the maximum concurrency */
export function createLane(most: number): Lane {
  const waiting: (() => void)[] = [];
  let allowed = most;
  let underWay = 0;
  let good = 0;

  const admit = () => {
    while (underWay < Math.floor(allowed)) {
      const next = waiting.shift();
      if (next === undefined) return;
      underWay += 1;
      next();
    }
  };

  return {
    run: async (work) => {
      await new Promise<void>((go) => {
        waiting.push(go);
        admit();
      });
      try {
        return await work();
      } finally {
        underWay -= 1;
        admit();
      }
    },
    narrow: () => {
      allowed = Math.max(1, allowed / 2);
      good = 0;
    },
    widen: () => {
      good += 1;
      if (good % WIDEN_AFTER === 0 && allowed < most) {
        allowed = Math.min(most, allowed + 1);
        admit();
      }
    },
  };
}
