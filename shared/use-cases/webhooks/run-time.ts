import { now } from "#shared/platform/clock.ts";

/** A round takes at most this long; nothing new is begun when less is left. */
const RESERVE_MS = 30_000;
/** The interval of the courier's tick: the next tick handles what becomes due later. */
const TICK_MS = 60_000;

/** How long a run has, and what it waits for. */
export interface RunTime {
  /** Milliseconds until the run is stopped. */
  remainingMs: () => number;
  /** What it waits for until the next tick: all that is due, or what its own attempts made due. */
  waitsFor: "all" | "own" | "nothing";
  /** Resolves at an instant, ISO 8601 UTC. */
  waitUntil: (at: string) => Promise<void>;
}

export const mayGoOn = ({ remainingMs }: RunTime): boolean => remainingMs() > RESERVE_MS;

/**
 * Whether a run that begins now may still address events. Half its time is left for deliveries, however
 * many messages an event causes.
 */
export function mayAddress({ remainingMs }: RunTime): () => boolean {
  const left = Math.max(RESERVE_MS, remainingMs() / 2);
  return () => remainingMs() > left;
}

/**
 * Whether the run waits for a future instant. @param isOwn some of its own retries are still to come
 */
export function waitsFor(time: RunTime, at: string, isOwn: boolean): boolean {
  if (time.waitsFor === "nothing" || (time.waitsFor === "own" && !isOwn)) return false;
  const pause = Date.parse(at) - Date.parse(now());
  return pause <= TICK_MS && time.remainingMs() - pause > RESERVE_MS;
}
