import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import {
  type Answer,
  call,
  callAll,
  type Failure,
  type Item,
  type Operation,
  type Outcome,
  type Request,
} from "./client.ts";
import { unawaited } from "./unawaited.ts";

export interface Loaded<T> {
  /** The last response; it is kept while a newer one is fetched. */
  data: T | null;
  /** The list goes on after the data. */
  isMore: boolean;
  failure: Failure | null;
  isLoading: boolean;
  /** Sends the request again, now. */
  reload: () => void;
}

/** Requests sent before their screen rendered, by the key of its `useLoad`. */
const begun = new Map<string, Promise<Outcome<unknown>>>();

/** Sends a screen's first request now, so that it runs while the screen renders. */
export function askAhead<T>(key: string, ask: () => Promise<Outcome<T>>): void {
  begun.set(key, ask());
}

function takeBegun<T>(key: string): Promise<Outcome<T>> | undefined {
  const answer = begun.get(key) as Promise<Outcome<T>> | undefined;
  begun.delete(key);
  return answer;
}

/**
 * Loads a screen's data. It reloads when `key` changes, and every `everyMs` milliseconds (0: never)
 * while the page is visible and no request is under way. If such a reload fails, the screen keeps the
 * data that it shows.
 * @param ask null: there is nothing to load, and no data
 * @param everyMs may depend on the data loaded so far
 */
export function useLoad<T>(
  key: string,
  ask: (() => Promise<Outcome<T>>) | null,
  everyMs: number | ((known: T | null) => number) = 0,
): Loaded<T> {
  const [state, setState] = useState<
    { key: string } & Pick<Loaded<T>, "data" | "isMore" | "failure">
  >({ key: "", data: null, isMore: false, failure: null });
  const [isLoading, setLoading] = useState(true);
  const latest = useRef({ ask, number: 0, isAsking: false }).current;
  latest.ask = ask;

  const reload = useCallback(
    async (isQuiet = false) => {
      latest.number += 1;
      const { number } = latest;
      if (!isQuiet) setLoading(true);
      const answer = takeBegun<T>(key) ?? latest.ask?.();
      latest.isAsking = answer !== undefined;
      const outcome = await answer?.finally(() => {
        if (number === latest.number) latest.isAsking = false;
      });
      if (number !== latest.number) return;
      setLoading(false);
      if (outcome === undefined) return;
      setState((before) => {
        const kept = before.key === key ? before.data : null;
        if (outcome.kind === "done") {
          return { key, data: outcome.body, isMore: outcome.isMore === true, failure: null };
        }
        return isQuiet && kept !== null ? before : { ...before, key, data: kept, failure: outcome };
      });
    },
    [key],
  );
  // Runs at once rather than after the next frame, because the user is waiting for the response.
  useLayoutEffect(() => unawaited(reload()), [reload]);
  const isCurrent = state.key === key;
  const data = isCurrent ? state.data : null;
  const pauseMs = typeof everyMs === "number" ? everyMs : everyMs(data);
  useEffect(() => {
    if (pauseMs === 0) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && !latest.isAsking) {
        unawaited(reload(true));
      }
    }, pauseMs);
    return () => clearInterval(timer);
  }, [reload, pauseMs]);

  return {
    data,
    isMore: isCurrent && state.isMore,
    failure: isCurrent ? state.failure : null,
    isLoading,
    reload: () => unawaited(reload()),
  };
}

const keyOf = (id: string, request: unknown): string => `${id} ${JSON.stringify(request)}`;

/** Sends the request of a screen's `useCall` now. */
export const callAhead = <Id extends Operation>(id: Id, request: Request<Id>): void =>
  askAhead(keyOf(id, request), () => call(id, request));

/**
 * Loads one answer of an operation; null: nothing is loaded. The request's content is its key, so it
 * must not contain a value that changes by itself, such as the present instant.
 */
export const useCall = <Id extends Operation>(
  id: Id,
  request: Request<Id> | null,
  everyMs?: Parameters<typeof useLoad<Answer<Id>>>[2],
): Loaded<Answer<Id>> => useLoad(keyOf(id, request), request && (() => call(id, request)), everyMs);

/** Loads all pages of a list; null: nothing is asked. */
export const useAll = <Id extends Operation>(
  id: Id,
  request: Request<Id> | null,
  everyMs = 0,
): Loaded<Item<Id>[]> =>
  useLoad(keyOf(`all ${id}`, request), request && (() => callAll(id, request)), everyMs);
