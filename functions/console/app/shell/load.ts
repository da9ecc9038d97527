import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Failure, Outcome } from "./client.ts";

export interface Loaded<T> {
  /** The last answer; it stays while a newer one is fetched. */
  data: T | null;
  failure: Failure | null;
  isLoading: boolean;
  /** Asks again, now. */
  reload: () => void;
}

/** What was asked before the screen was drawn that will want it, by the key of its `useLoad`. */
const begun = new Map<string, Promise<Outcome<unknown>>>();

/** Asks now for what a screen will ask for first, so that drawing it takes no time from the answer. */
export function askAhead<T>(key: string, ask: () => Promise<Outcome<T>>): void {
  begun.set(key, ask());
}

function takeBegun<T>(key: string): Promise<Outcome<T>> | undefined {
  const answer = begun.get(key) as Promise<Outcome<T>> | undefined;
  begun.delete(key);
  return answer;
}

/**
 * Asks for what a screen shows, again whenever `key` changes, and every `everyMs` while the page is
 * in front. A failed repeat leaves what is shown as it is.
 */
export function useLoad<T>(key: string, ask: () => Promise<Outcome<T>>, everyMs = 0): Loaded<T> {
  const [state, setState] = useState<{ key: string; data: T | null; failure: Failure | null }>({
    key: "",
    data: null,
    failure: null,
  });
  const [isLoading, setLoading] = useState(true);
  const current = useRef({ ask, turn: 0 });
  current.current.ask = ask;

  const reload = useCallback(
    async (isQuiet = false) => {
      current.current.turn += 1;
      const { turn } = current.current;
      if (!isQuiet) setLoading(true);
      const outcome = await (takeBegun<T>(key) ?? current.current.ask());
      if (turn !== current.current.turn) return;
      setLoading(false);
      setState((before) => {
        const kept = before.key === key ? before.data : null;
        if (outcome.kind === "done") return { key, data: outcome.body, failure: null };
        return isQuiet && kept !== null ? before : { key, data: kept, failure: outcome };
      });
    },
    [key],
  );
  // At once, not after the next frame: the answer is what everybody waits for.
  useLayoutEffect(() => void reload(), [reload]);
  useEffect(() => {
    if (everyMs === 0) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void reload(true);
    }, everyMs);
    return () => clearInterval(timer);
  }, [reload, everyMs]);

  const isCurrent = state.key === key;
  return {
    data: isCurrent ? state.data : null,
    failure: isCurrent ? state.failure : null,
    isLoading,
    reload: () => void reload(),
  };
}
