/*
 * The feed of the trail (order=oldest): whoever reads it goes on where the last page ended, so that no
 * row may come to stand before that place later. A row is dated when its use case begins, is written a
 * moment later, and reaches an index after that.
 */

/** How far behind now the feed ends, ms: by then every row of that time can be read. */
const HORIZON_MS = 120_000;

/** Where the feed ends: rows from this instant on are not in it yet. @param now ISO 8601 UTC */
export const horizonAt = (now: string): string =>
  new Date(Date.parse(now) - HORIZON_MS).toISOString();
