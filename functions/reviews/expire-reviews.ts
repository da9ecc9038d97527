import { randomUUID } from "node:crypto";
import { endReview } from "#shared/domain/reviews/end-review.ts";
import { isPastExpiry, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { now as readClock } from "#shared/platform/clock.ts";
import { log } from "#shared/platform/log.ts";
import { type QueryResult, queryOnce } from "#shared/store/read.ts";
import { moveReview, reviewOf, reviewPartitions, standingReview } from "#shared/store/reviews.ts";

const AT_ONCE = 10;

/**
 * The daily cleanup job: every pending request whose expires_at is earlier than now becomes
 * expired, one audit row each. Reads only what is overdue; a repeat finds what a crash left.
 * @returns how many requests it expired
 */
export const handler = async (): Promise<{ expired: number }> => {
  const now = readClock();
  let expired = 0;
  let startKey: Record<string, unknown> | undefined;
  do {
    const page: QueryResult = await queryOnce({
      index: "gsi4",
      pk: reviewPartitions.due,
      below: now,
      limit: 200,
      ...(startKey ? { startKey } : {}),
    });
    expired += await expireAll(page.items.map(reviewOf), now);
    startKey = page.lastKey ?? undefined;
  } while (startKey !== undefined);
  log("info", "reviews.expired", { expired });
  return { expired };
};

async function expireAll(records: ReviewRecord[], now: string): Promise<number> {
  let expired = 0;
  const queue = records.values();
  const work = async () => {
    for (const record of queue) if (await expireOne(record, now)) expired += 1;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return expired;
}

/** False when someone else ended the request first. The index may lag: the write decides. */
async function expireOne(found: ReviewRecord, now: string): Promise<boolean> {
  let record: ReviewRecord | null = found;
  while (record !== null && record.status === "pending" && isPastExpiry(record, now)) {
    const facts = { actorUserId: null, newId: randomUUID, now };
    const { after, row } = endReview(record, "expired", facts);
    const outcome = await moveReview(record, after, row);
    if (outcome.committed) return true;
    record = standingReview(outcome);
  }
  return false;
}
