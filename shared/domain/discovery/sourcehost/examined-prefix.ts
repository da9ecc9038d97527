/**
 * Tracks the completed prefix of items that are processed concurrently and finish in any order.
 * Only items with no unfinished predecessor count as done: a later invocation resumes after them.
 */
export interface Prefix<T> {
  /** Starts the next item; returns its position in the order. */
  begin(): number;
  /** Finishes an item; returns the outcomes that join the prefix, in order. */
  end(place: number, outcome: T): readonly T[];
}

export function createPrefix<T>(): Prefix<T> {
  const waiting = new Map<number, T>();
  let begun = 0;
  let ended = 0;
  return {
    begin: () => begun++,
    end: (place, outcome) => {
      waiting.set(place, outcome);
      const since: T[] = [];
      for (; waiting.has(ended); ended += 1) {
        since.push(waiting.get(ended) as T);
        waiting.delete(ended);
      }
      return since;
    },
  };
}
