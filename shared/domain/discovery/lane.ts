/** Runs work with a bounded number in flight; narrows when the other side says "too many". */
export interface Lane {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Halves what is allowed at once, down to one. */
  narrow(): void;
  /** Allows more again, one for every sixteen calls. */
  widen(): void;
}

const WIDEN_AFTER = 16;

/** @param most how many may be under way at once */
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
