/*
 * The feed of the trail (order=oldest). A reader continues where the last page ended, so no row may
 * later appear before that position. A row is dated when its use case begins, is written a moment
 * later, and reaches an index after that.
 */

/** The version of OCSF whose events the feed gives on request. */
export const OCSF_VERSION = "1.6.0" as const;

/** How far behind the present the feed ends, ms. By then every row of that time can be read. */
const HORIZON_MS = 120_000;

/** Where the feed ends: rows from this instant on are not in it yet. @param now ISO 8601 UTC */
export const horizonAt = (now: string): string =>
  new Date(Date.parse(now) - HORIZON_MS).toISOString();
