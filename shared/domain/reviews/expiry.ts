import { expiryDays, MAX_DAYS_OPEN } from "./limits.ts";

const DAY_MS = 24 * 3600 * 1000;

/** When a request ends that is open for this many days from now; ISO 8601 UTC. */
export const expiryAfter = (days: number, now: string): string =>
  new Date(Date.parse(now) + days * DAY_MS).toISOString();

/** The latest end that a request may be given now; now and its creation both limit it. */
export function latestExpiry({ created_at }: { created_at: string }, now: string): string {
  const fromNow = expiryAfter(expiryDays.most, now);
  const fromCreation = expiryAfter(MAX_DAYS_OPEN, created_at);
  return fromNow < fromCreation ? fromNow : fromCreation;
}
