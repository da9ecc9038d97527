import { randomUUID } from "node:crypto";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { isPastExpiry, isPending, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { expire } from "#shared/domain/reviews/transitions.ts";
import { now as clock } from "#shared/platform/clock.ts";
import { overdueReviews } from "#shared/store/review-lists.ts";
import { currentReview, moveReview } from "#shared/store/reviews.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { expirePanel } from "#shared/use-cases/panels/expire-panel.ts";
import { announceToListeners } from "#shared/use-cases/webhooks/announce-event.ts";

const AT_ONCE = 10;

/**
 * The daily cleanup (first seed): every pending request whose expires_at is earlier than now becomes
 * expired, one audit row each; the members of a panel together. Reads only what is overdue; the next run picks up what a crash left.
 * @returns how many requests it expired
 */
export async function expireReviews(now: string): Promise<{ expired: number }> {
  let expired = 0;
  await eachBounded(overdueReviews(now), AT_ONCE, async (record) => {
    const ended = await (record.panel_id === null
      ? expireOne(record, now)
      : expirePanel(record.panel_id, now));
    expired += ended;
  });
  if (expired > 0) await announceToListeners();
  return { expired };
}

/** 0 when someone else ended the request first. The index may lag: the write decides. */
const expireOne = (first: ReviewRecord, now: string): Promise<number> =>
  retryOnConflict<ReviewRecord | null, number>(first, async (record) => {
    if (record === null || !isPending(record) || !isPastExpiry(record, now)) return { done: 0 };
    // A long run gives each row its own time: the feed of the trail waits for no row this long.
    const { after, row } = expire(record, { id: randomUUID(), now: clock() });
    const outcome = await moveReview(record, after, row);
    return outcome.committed ? { done: 1 } : { conflict: currentReview(outcome) };
  });
