import type { AuditRow } from "./row.ts";

/*
 * The feed of the trail (order=oldest): whoever reads it goes on where the last page ended, so that no
 * row may come to stand before that place later. A row is dated when its use case begins, is written a
 * moment later, and reaches an index after that.
 */

/** How far behind now the feed ends, ms: by then every row of that time can be read. */
export const HORIZON_MS = 120_000;

/** A row that is older than this when it is written gets a new time, ms. */
const FRESH_MS = 60_000;

/** Where the feed ends: rows from this instant on are not in it yet. @param now ISO 8601 UTC */
export const horizonAt = (now: string): string =>
  new Date(Date.parse(now) - HORIZON_MS).toISOString();

/** The row, with the time of writing if its own is too long ago. @param nowMs of writing */
export const dated = (row: AuditRow, nowMs: number): AuditRow =>
  nowMs - Date.parse(row.created_at) > FRESH_MS
    ? { ...row, created_at: new Date(nowMs).toISOString() }
    : row;
