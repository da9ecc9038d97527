import { vi } from "vitest";

/**
 * Waits until a check passes, as long as a busy machine may need: what happens in the background takes
 * seconds there that are milliseconds elsewhere.
 * @returns what the check returned
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000 });
