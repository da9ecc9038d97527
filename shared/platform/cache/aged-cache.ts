/** An in-memory cache whose entries expire. */
export interface AgedCache<Value> {
  /** @param now milliseconds since the epoch */
  get(key: string, now: number): Value | undefined;
  set(key: string, value: Value, now: number): void;
  delete(key: string): void;
}

/**
 * A value expires `maxAgeMs` after it was set, or if the clock goes back to before it was set. A
 * full cache is cleared; the next reads fill it again.
 */
export function createAgedCache<Value>({
  maxAgeMs,
  mostKept,
}: {
  maxAgeMs: number;
  mostKept: number;
}): AgedCache<Value> {
  const entries = new Map<string, { value: Value; setAt: number }>();
  return {
    get: (key, now) => {
      const entry = entries.get(key);
      const isFresh = entry !== undefined && now >= entry.setAt && now - entry.setAt < maxAgeMs;
      return isFresh ? entry.value : undefined;
    },
    set: (key, value, now) => {
      if (entries.size >= mostKept && !entries.has(key)) entries.clear();
      entries.set(key, { value, setAt: now });
    },
    delete: (key) => entries.delete(key),
  };
}
