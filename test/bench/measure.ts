/** The median; of an even count, the lower middle value. @throws RangeError for no values */
export function median(values: readonly number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
  if (middle === undefined) throw new RangeError("There is no median of nothing.");
  return middle;
}

/** Acts without output to the terminal. Log lines are still produced, as part of the work. */
export async function silently<T>(act: () => Promise<T>): Promise<T> {
  const { write } = process.stdout;
  process.stdout.write = () => true;
  try {
    return await act();
  } finally {
    process.stdout.write = write;
  }
}

/** How many milliseconds an act takes, and its result. */
export async function timed<T>(act: () => T | Promise<T>): Promise<{ ms: number; value: T }> {
  const startedAt = performance.now();
  const value = await act();
  return { ms: performance.now() - startedAt, value };
}

/**
 * The median milliseconds of each of several ways to do the same. They alternate, in a new order each
 * round, so that other load on the machine affects all. The first tenth of rounds is not counted.
 * @param repeats calls of each way in a round
 */
export async function medians(
  ways: readonly (() => unknown)[],
  rounds: number,
  repeats = 1,
): Promise<number[]> {
  const times = ways.map((): number[] => []);
  for (let round = -Math.ceil(rounds / 10); round < rounds; round += 1) {
    for (let turn = 0; turn < ways.length; turn += 1) {
      const way = (turn + Math.abs(round)) % ways.length;
      const startedAt = performance.now();
      for (let i = 0; i < repeats; i += 1) await ways[way]?.();
      if (round >= 0) times[way]?.push((performance.now() - startedAt) / repeats);
    }
  }
  return times.map(median);
}
