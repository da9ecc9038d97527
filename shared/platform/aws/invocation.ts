import { setting } from "#shared/platform/settings.ts";

/** The part of an invocation that long work may use, and the signal that it has ended. */
export interface Invocation {
  stopping: () => boolean;
  signal: AbortSignal;
  /** Waits; false as soon as the work has to stop. */
  sleep: (ms: number) => Promise<boolean>;
  /** Ends it early. */
  stop: () => void;
}

/** Time reserved for saving the progress of the work. */
const RESERVE_MS = 20_000;

/**
 * Starts the clock of a long piece of work. It may use what is left of the invocation, less a
 * reserve, or DISCOVERY_SLICE_SECONDS if that is less.
 */
export function startInvocation(remainingMs: () => number): Invocation {
  const slice = Number(setting("DISCOVERY_SLICE_SECONDS") ?? Number.POSITIVE_INFINITY) * 1000;
  const usable = Math.max(0, Math.min(remainingMs() - RESERVE_MS, slice));
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), usable);
  timer.unref();
  const { signal } = controller;
  return {
    signal,
    stopping: () => signal.aborted,
    stop: () => {
      clearTimeout(timer);
      controller.abort();
    },
    sleep: (ms) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(false);
        const wake = () => {
          clearTimeout(waiting);
          resolve(false);
        };
        const waiting = setTimeout(() => {
          signal.removeEventListener("abort", wake);
          resolve(true);
        }, ms);
        signal.addEventListener("abort", wake, { once: true });
      }),
  };
}
