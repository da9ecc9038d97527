import { setTimeout as pause } from "node:timers/promises";
import { retryOnConflict } from "#shared/domain/retry/retry-on-conflict.ts";

/** Who is asking, and when (ISO 8601 UTC). */
export interface Caller {
  actorUserId: string;
  now: string;
}

const WAITING_ROUNDS = 3;

/**
 * Reads deployment and secret store and acts on them, starting over whenever someone else acted in
 * between (the attempt then returns null).
 * @param attempt receives whether it may still wait for someone else
 * @throws DomainError `conflict` when others keep interfering
 */
export const repeatUntilDone = <T>(attempt: (mayWait: boolean) => Promise<T | null>): Promise<T> =>
  retryOnConflict(
    0,
    (round) => pause(Math.min(100 * 2 ** round, 400) * (0.75 + Math.random() / 2)),
    async (round) => {
      const done = await attempt(round < WAITING_ROUNDS);
      return done === null ? { conflict: round + 1 } : { done };
    },
    "conflict",
  );
