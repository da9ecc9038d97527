import { lastMonths } from "#shared/domain/standing/coverage-months.ts";
import { keepMonths, keptMonthsRead } from "#shared/store/coverage-months.ts";
import { allFrameworks } from "#shared/store/frameworks.ts";
import { readTogether } from "#shared/store/read-together.ts";
import { totalsAt } from "#shared/use-cases/standing/totals-at.ts";

/** By this time, everything dated before a month's beginning has been written. */
const SETTLED_AFTER_MS = 3600 * 1000;
/** How far the console looks back: two years, and the six months before. */
const MONTHS = 30;
/** How many months are computed together, so that what they have in common is read once. */
const AT_ONCE = 6;

/**
 * Keeps each book's totals at the beginning of each month, once the month has begun, so that nobody
 * waits for its history to be read. A book whose newest month is kept has all of them.
 * @param now ISO 8601 UTC
 * @returns how many months were kept
 * @throws the error of the first book that failed, after all others
 */
export async function keepCoverageMonths(now: string): Promise<{ kept: number }> {
  const settled = new Date(Date.parse(now) - SETTLED_AFTER_MS).toISOString();
  const months = lastMonths(settled, MONTHS);
  let kept = 0;
  const failed: unknown[] = [];
  for (const { id } of await allFrameworks()) {
    try {
      const found = await readTogether({ newest: keptMonthsRead(id, months.slice(-1)) });
      if (found.newest.size === 0) kept += await keepAll(id, months, now);
    } catch (error) {
      // The books after this one must not wait for it.
      failed.push(error);
    }
  }
  if (failed.length > 0) throw failed[0];
  return { kept };
}

/** Keeps the oldest month first: the newest is kept only if all others are. */
async function keepAll(id: string, months: readonly string[], now: string): Promise<number> {
  const { known } = await readTogether({ known: keptMonthsRead(id, months) });
  const missing = months.filter((month) => !known.has(month));
  let kept = 0;
  for (let at = 0; at < missing.length; at += AT_ONCE) {
    kept += await keepMonths(id, await totalsAt(id, missing.slice(at, at + AT_ONCE), now));
  }
  return kept;
}
