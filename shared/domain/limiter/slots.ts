/** Runs each task as soon as a slot is free, in the order in which the tasks were given. */
export type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/** @param count how many may run at a time */
export function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resume) => waiting.push(resume));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
