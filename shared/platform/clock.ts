/** The only place where functions read the time. @returns ISO 8601 UTC with milliseconds and `Z` */
export const now = (): string => new Date().toISOString();

/** The same clock in milliseconds since the epoch, for measuring durations. */
export const nowMs = (): number => Date.now();

/** The longest pause before a wait looks at the clock again, because a local run can move the clock. */
const LOOK_MS = 1000;

/** Resolves when the clock has reached an instant. @param at ISO 8601 UTC */
export async function waitUntil(at: string): Promise<void> {
  const end = Date.parse(at);
  for (let left = end - nowMs(); left > 0; left = end - nowMs()) {
    await new Promise((resume) => setTimeout(resume, Math.min(left, LOOK_MS)));
  }
}
