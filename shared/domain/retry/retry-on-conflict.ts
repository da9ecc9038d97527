import { DomainError } from "#shared/domain/errors.ts";

/** `done` ends the loop with a result; `conflict` retries from the current state. */
export type Attempt<State, Result> = { done: Result } | { conflict: State };

/** With growing pauses between attempts, enough for a hundred concurrent callers on one item. */
const MOST_ATTEMPTS = 24;

/**
 * Retries a conditional write that lost a race (optimistic locking); each attempt decides again, on
 * the state that the previous one found.
 * @param first the state for the first attempt
 * @param pause backoff with jitter after attempt 0, 1, …; without it, concurrent callers would keep
 *   colliding and most would run out of attempts
 * @param code use `conflict` where the competing callers are people, who decide whether to retry
 * @throws DomainError with `code` and Retry-After: 1 s after 24 attempts; nothing was written
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
