/** What was read recently, kept in memory for a limited time. */
export interface AgedCache<Value> {
  /** @param now milliseconds since the epoch */
  get(key: string, now: number): Value | undefined;
  set(key: string, value: Value, now: number): void;
  delete(key: string): void;
}

/**
 * A value is out of date `maxAgeMs` after it was set, and also when the clock went back behind that
 * instant. A full cache is emptied: what is needed comes back with the next read.
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

/**
 * Says yes at most once in `everyMs`: so that forged signatures cannot make an instance read the
 * secrets again with each request.
 * @returns asks for permission at an instant (milliseconds since the epoch)
 */
export function createThrottle(everyMs: number): (now: number) => boolean {
  let allowedAt = Number.NEGATIVE_INFINITY;
  return (now) => {
    if (Math.abs(now - allowedAt) < everyMs) return false;
    allowedAt = now;
    return true;
  };
}
