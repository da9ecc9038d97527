import { DomainError } from "./errors.ts";

/** `done` ends the loop with a result; `conflict` goes round again from what was found meanwhile. */
export type Attempt<State, Result> = { done: Result } | { conflict: State };

const MOST_ATTEMPTS = 8;

/**
 * Repeats a conditional write while someone else's comes first: each attempt decides again on the
 * state that the one before it found.
 * @param first the state that the first attempt decides on
 * @param pause waits before attempt 1, 2, …; left out: at once, as the state was just read
 * @param code `conflict` where people, not machines, are the others: it is up to them to repeat
 * @throws DomainError `dependency_unavailable`, or that code, with Retry-After: 1 s, after eight
 *   attempts: nothing was written
 */
export async function retryOnConflict<State, Result>(
  first: State,
  attempt: (state: State) => Promise<Attempt<State, Result>>,
  pause?: (attempts: number) => Promise<void>,
  code: "dependency_unavailable" | "conflict" = "dependency_unavailable",
): Promise<Result> {
  let state = first;
  for (let made = 0; made < MOST_ATTEMPTS; made += 1) {
    const outcome = await attempt(state);
    if ("done" in outcome) return outcome.done;
    state = outcome.conflict;
    await pause?.(made);
  }
  throw new DomainError(
    code,
    "Others keep changing this record; nothing was written. Please repeat in a moment.",
    { retryAfter: 1 },
  );
}
