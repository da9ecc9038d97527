import { existsSync, readFileSync } from "node:fs";
import { replaceFile } from "./write-file.ts";

/** The last instant that a `Date` can hold, in milliseconds since the epoch. */
const LAST_MS = 8.64e15;

/**
 * The local run's clock: real time plus an offset that `POST /_local/clock` moves forward. The
 * offset lives in shared memory, so that every function's own `Date` moves with it.
 */
export interface LocalClock {
  /** Milliseconds since the epoch. */
  now(): number;
  advance(seconds: number): void;
  /** Stores how far the clock was moved, for the next run with this state. */
  keep(): Promise<void>;
  /** Shared with the functions' threads. */
  offset: Float64Array;
}

/**
 * Time never goes back for a state: a run goes on from where the one before it moved the clock. What
 * was recorded would otherwise lie in the future, which the evidence reports as tampering.
 * @param file in the state folder; null: no state is kept
 */
export function startClock(file: string | null = null): LocalClock {
  // The real clock, even if a test sets its own process's `Date`.
  const realNow = Date.now;
  const offset = new Float64Array(new SharedArrayBuffer(8));
  let kept = file !== null && existsSync(file) ? movedIn(file) : 0;
  offset[0] = kept;
  return {
    offset,
    now: () => realNow() + (offset[0] ?? 0),
    advance: (seconds) => {
      offset[0] = (offset[0] ?? 0) + seconds * 1000;
    },
    keep: async () => {
      const moved = offset[0] ?? 0;
      // While the sample is made, the clock is in the past.
      if (file === null || moved <= kept) return;
      await replaceFile(file, String(moved));
      kept = moved;
    },
  };
}

/** How far an earlier run moved the clock, in milliseconds. @throws Error with one sentence */
function movedIn(file: string): number {
  const moved = Number(readFileSync(file, "utf8"));
  if (moved >= 0 && Date.now() + moved <= LAST_MS) return moved;
  throw new Error(
    `${file} does not say how far the clock was moved; delete the state folder to start anew.`,
  );
}
