/**
 * The only place where functions read the time. Everything below takes it as an argument.
 * @returns ISO 8601 UTC with milliseconds and `Z`, the form of every stored time.
 */
export const now = (): string => new Date().toISOString();

/** The same clock in milliseconds since the epoch, for measuring durations. */
export const nowMs = (): number => Date.now();
