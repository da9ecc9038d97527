import { randomUUID } from "node:crypto";
import { DomainError, noSuch } from "#shared/domain/errors.ts";
import { isPending, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { cancel } from "#shared/domain/reviews/transitions.ts";
import { leaveCanaryAlone } from "#shared/domain/service/canary.ts";
import { getLogKeys } from "#shared/store/log-keys.ts";
import { currentReview, getReview, moveReview } from "#shared/store/reviews.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { countMember } from "#shared/use-cases/panels/count-decision.ts";
import { announceEvent } from "#shared/use-cases/webhooks/announce-event.ts";

interface Cancellation {
  reviewId: string;
  actorUserId: string;
  now: string;
}

/**
 * Withdraws a request. This works as long as it is pending, even past its expiry. A panel counts
 * without the request from then on.
 * @throws DomainError `not_found`, `review_not_pending`, `forbidden` for the canary's
 */
export async function cancelReview({
  reviewId,
  actorUserId,
  now,
}: Cancellation): Promise<ReviewRecord> {
  const done = await retryOnConflict(await getReview(reviewId), async (record) => {
    if (record === null) throw noSuch("review");
    leaveCanaryAlone(record);
    if (!isPending(record)) {
      throw new DomainError("review_not_pending", `The review is already ${record.status}.`);
    }
    const { after, row } = cancel(record, { actorUserId, id: randomUUID(), now });
    const { panel_id } = after;
    const settled =
      panel_id === null
        ? null
        : await countMember(panel_id, after, { now, logKeys: await getLogKeys() });
    if (panel_id !== null && settled === null) return { conflict: await getReview(record.id) };
    const outcome = await moveReview(record, after, row, settled?.part);
    return outcome.committed
      ? { done: { after, row } }
      : { conflict: currentReview(outcome) ?? record };
  });
  await announceEvent(done.row);
  return done.after;
}
