/**
 * Combines many callers' items into few large writes: items that arrive while `atOnce` writes are
 * in flight wait for the next one. The returned function resolves once the caller's own items are
 * written; a failed write fails exactly the callers whose items were in it.
 * A write has at most `most` items, unless a single caller passes more.
 */
export function createBatcher<T>(
  write: (items: readonly T[]) => Promise<void>,
  { most, atOnce }: { most: number; atOnce: number },
): (items: readonly T[]) => Promise<void> {
  const waiting: { items: readonly T[]; done: () => void; failed: (error: unknown) => void }[] = [];
  let underWay = 0;

  const start = (): void => {
    while (underWay < atOnce && waiting.length > 0) {
      let size = 0;
      let count = 0;
      for (const { items } of waiting) {
        if (count > 0 && size + items.length > most) break;
        size += items.length;
        count += 1;
      }
      const batch = waiting.splice(0, count);
      underWay += 1;
      write(batch.flatMap(({ items }) => items))
        .then(
          () => {
            for (const { done } of batch) done();
          },
          (error) => {
            for (const { failed } of batch) failed(error);
          },
        )
        // Neither callback above throws, so this always runs and nothing is left to handle.
        .then(
          () => {
            underWay -= 1;
            start();
          },
          () => {},
        );
    }
  };

  return (items) =>
    new Promise<void>((done, failed) => {
      waiting.push({ items, done, failed });
      start();
    });
}
