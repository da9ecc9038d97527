/**
 * Things that are worked on concurrently and end in any order, of which only those count as done
 * before which nothing is missing: that is where a later invocation can go on.
 */
export interface Prefix<T> {
  /** The place of the next one in the order. */
  begin(): number;
  /** It is done; answers what counts as done since, in order: nothing while an earlier one is open. */
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
