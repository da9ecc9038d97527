import { lastMonths } from "#shared/domain/standing/coverage-months.ts";
import { keepMonths, keptMonthsRead } from "#shared/store/coverage-months.ts";
import { allFrameworks } from "#shared/store/frameworks.ts";
import { readTogether } from "#shared/store/read-together.ts";
import { totalsAt } from "#shared/use-cases/standing/totals-at.ts";

/** Whatever was dated before a month's beginning has been written by then. */
const SETTLED_AFTER_MS = 3600 * 1000;
/** As far as the console looks back: two years, and the six months before. */
const MONTHS = 30;
/** Months worked out together; what they have in common is read once. */
const AT_ONCE = 6;

/**
 * Keeps how each book stood at the beginning of each month, once the month has begun, so that nobody
 * waits for its history to be read. A book whose newest month is kept has them all.
 * @param now ISO 8601 UTC
 * @returns how many months were kept
 * @throws what the first book failed with, after all others
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
      // The books after it are not to wait for it.
      failed.push(error);
    }
  }
  if (failed.length > 0) throw failed[0];
  return { kept };
}

/** Oldest first: the newest is not kept unless all others are. */
async function keepAll(id: string, months: readonly string[], now: string): Promise<number> {
  const { known } = await readTogether({ known: keptMonthsRead(id, months) });
  const missing = months.filter((month) => !known.has(month));
  let kept = 0;
  for (let at = 0; at < missing.length; at += AT_ONCE) {
    kept += await keepMonths(id, await totalsAt(id, missing.slice(at, at + AT_ONCE), now));
  }
  return kept;
}
