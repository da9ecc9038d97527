/**
 * Runs `work` on every item, at most `atOnce` at a time; takes an item only when there is room.
 * @throws the first error from `work`, without waiting for the other workers, which carry on
 */
export async function eachBounded<T>(
  items: Iterable<T> | AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest =
    Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const worker = async () => {
    for (let next = await rest.next(); !next.done; next = await rest.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
