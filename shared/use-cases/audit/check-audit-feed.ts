import { horizonAt } from "#shared/domain/audit/feed.ts";
import { log } from "#shared/platform/log.ts";
import { committedPage } from "#shared/store/audit-pages.ts";
import { type FeedCheck, putFeedCheck, readFeedCheck } from "#shared/store/feed-checks.ts";

const WINDOW_MS = 2 * 60 * 60 * 1000;
const PAGE = 200;

/**
 * Checks whether a row appeared before the end that the feed had at the last check: a reader who
 * continued from there has missed it. Compares the rows of the last two hours with the feed of an hour
 * ago. It cannot see a row that came late and whose delay ended before this check.
 * @param now ISO 8601 UTC
 */
export async function checkAuditFeed(now: string): Promise<{ rows: number; late: number }> {
  const from = new Date(Date.parse(now) - WINDOW_MS).toISOString();
  const horizon = horizonAt(now);
  const before = await readFeedCheck();
  const { all, known } = await countRows(from, horizon, before?.horizon ?? from);
  const late = Object.entries(known).filter(
    ([minute, count]) => isWhole(minute, from) && count > (before?.minutes[minute] ?? 0),
  );
  const missed = late.reduce(
    (sum, [minute, count]) => sum + count - (before?.minutes[minute] ?? 0),
    0,
  );
  if (missed > 0) {
    log("error", "audit_feed_late", { rows: missed, minutes: late.map(([minute]) => minute) });
  }
  await putFeedCheck({ horizon, minutes: all });
  return { rows: Object.values(all).reduce((sum, one) => sum + one, 0), late: missed };
}

/** Whether a minute is wholly in the window: the one in which it begins is not. */
const isWhole = (minute: string, from: string): boolean => `${minute}:00.000Z` >= from;

/** Counts, by minute, the rows before the feed's present end, and those before its former end. */
async function countRows(from: string, to: string, former: string) {
  const all: FeedCheck["minutes"] = {};
  const known: FeedCheck["minutes"] = {};
  let cursor: string | undefined;
  do {
    const page = await committedPage({ from, to }, { limit: PAGE, cursor });
    for (const { created_at } of page.items) {
      const minute = created_at.slice(0, "2026-01-01T00:00".length);
      all[minute] = (all[minute] ?? 0) + 1;
      if (created_at < former) known[minute] = (known[minute] ?? 0) + 1;
    }
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return { all, known };
}
