/**
 * Works on all items, at most `atOnce` concurrently; the next one is drawn only when there is room.
 * @throws what `work` throws first; items that are under way are not waited for
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
