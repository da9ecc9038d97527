import { DomainError } from "./errors.ts";

/** `done` ends the loop with a result; `conflict` goes round again from what was found meanwhile. */
export type Attempt<State, Result> = { done: Result } | { conflict: State };

/** With a growing pause between them enough for a hundred callers that all want one item at once. */
const MOST_ATTEMPTS = 24;

/**
 * Repeats a conditional write while someone else's comes first: each attempt decides again on the
 * state that the one before it found.
 * @param first the state that the first attempt decides on
 * @param pause waits before the attempt after the first, second, … (0, 1, …), for a random time:
 *   callers who repeat at once meet again, and most of a crowd would be refused
 * @param code `conflict` where people, not machines, are the others: it is up to them to repeat
 * @throws DomainError `dependency_unavailable`, or that code, with Retry-After: 1 s, after 24
 *   attempts: nothing was written
 */
export async function retryOnConflict<State, Result>(
  first: State,
  pause: (made: number) => Promise<void>,
  attempt: (state: State) => Promise<Attempt<State, Result>>,
  code: "dependency_unavailable" | "conflict" = "dependency_unavailable",
): Promise<Result> {
  let state = first;
  for (let made = 0; made < MOST_ATTEMPTS; made += 1) {
    const outcome = await attempt(state);
    if ("done" in outcome) return outcome.done;
    state = outcome.conflict;
    if (made + 1 < MOST_ATTEMPTS) await pause(made);
  }
  throw new DomainError(
    code,
    "This record keeps changing; nothing was written. Please try again in a moment.",
    { retryAfter: 1 },
  );
}
