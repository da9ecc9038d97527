const DAY_MS = 24 * 3600 * 1000;
/** After this many days a source should have been read again, because laws change. */
const MAX_AGE_DAYS = 180;

/**
 * Whether a rule's source was last read too long ago.
 * @param readOn YYYY-MM-DD
 * @param now milliseconds since the epoch
 */
export const isStaleSource = (readOn: string, now: number): boolean =>
  now - Date.parse(readOn) > MAX_AGE_DAYS * DAY_MS;
