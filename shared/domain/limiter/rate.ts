import { DomainError } from "#shared/domain/errors.ts";

/** How often somebody may ask for something in a clock minute or a clock hour (UTC). */
export interface Rate {
  /** Tells the counters of one rate from those of another; lower case and underscores. */
  name: string;
  most: number;
  per: keyof typeof windows;
  /** What a caller reads who asked too often. */
  refusal: string;
}

/** How many characters of an instant name the window, and how many seconds it lasts. */
const windows = {
  minute: { named: "2026-01-01T00:00".length, seconds: 60 },
  hour: { named: "2026-01-01T00".length, seconds: 3600 },
} as const;

/** The clock minute or hour of an instant. @param now ISO 8601 UTC */
export const windowOf = ({ per }: Rate, now: string): string => now.slice(0, windows[per].named);

/** The refusal of a caller who asked too often; Retry-After names the end of the window. */
export function tooOften({ per, refusal }: Rate, now: string): DomainError {
  const { seconds } = windows[per];
  const retryAfter = seconds - Math.floor((Date.parse(now) / 1000) % seconds);
  return new DomainError("rate_limited", refusal, { retryAfter });
}
