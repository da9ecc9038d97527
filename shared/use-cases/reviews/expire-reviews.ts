import { randomUUID } from "node:crypto";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { retryOnConflict } from "#shared/domain/retry/retry-on-conflict.ts";
import { isPastExpiry, isPending, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { expire } from "#shared/domain/reviews/transitions.ts";
import { overdueReviews } from "#shared/store/review-lists.ts";
import { currentReview, moveReview } from "#shared/store/reviews.ts";
import { backoff } from "#shared/store/transact.ts";

const AT_ONCE = 10;

/**
 * The daily cleanup (first seed): every pending request whose expires_at is earlier than now becomes
 * expired, one audit row each. Reads only what is overdue; the next run picks up what a crash left.
 * @returns how many requests it expired
 */
export async function expireReviews(now: string): Promise<{ expired: number }> {
  let expired = 0;
  await eachBounded(overdueReviews(now), AT_ONCE, async (record) => {
    if (await expireOne(record, now)) expired += 1;
  });
  return { expired };
}

/** False when someone else ended the request first. The index may lag: the write decides. */
const expireOne = (first: ReviewRecord, now: string): Promise<boolean> =>
  retryOnConflict<ReviewRecord | null, boolean>(first, backoff, async (record) => {
    if (record === null || !isPending(record) || !isPastExpiry(record, now)) return { done: false };
    const { after, row } = expire(record, { id: randomUUID(), now });
    const outcome = await moveReview(record, after, row);
    return outcome.committed ? { done: true } : { conflict: currentReview(outcome) };
  });
