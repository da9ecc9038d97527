import { DomainError } from "./errors.ts";

/** `done` ends the loop with a result; `conflict` retries from the state found in the meantime. */
export type Attempt<State, Result> = { done: Result } | { conflict: State };

/** With a growing pause between them, enough for a hundred concurrent callers on one item. */
const MOST_ATTEMPTS = 24;

/**
 * Retries a conditional write that lost to another one: each attempt decides again on the state
 * that the previous one found.
 * @param first the state that the first attempt decides on
 * @param pause waits before the attempt after the first, second, … (0, 1, …), for a random time:
 *   callers that retry at once would collide again, and most of a crowd would be refused
 * @param code `conflict` where the competing callers are people: they decide whether to retry
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
