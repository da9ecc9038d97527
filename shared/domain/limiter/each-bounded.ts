/**
 * Runs `work` on every item, at most `atOnce` at a time; takes an item only when there is room.
 * After an error no further item is started.
 * @throws the first error, once the items in progress have settled
 */
export async function eachBounded<T>(
  items: Iterable<T> | AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest =
    Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const errors: unknown[] = [];
  const worker = async () => {
    try {
      while (errors.length === 0) {
        const next = await rest.next();
        if (next.done || errors.length > 0) return;
        await work(next.value);
      }
    } catch (error) {
      errors.push(error);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (errors.length > 0) throw errors[0];
}
