import { randomUUID } from "node:crypto";
import { DomainError } from "#shared/domain/errors.ts";
import { endReview } from "#shared/domain/reviews/end-review.ts";
import { bind } from "#shared/edge/bind.ts";
import { reviewRoutes } from "#shared/routes/table/reviews.ts";
import { getReview, moveReview, standingReview } from "#shared/store/reviews.ts";

/** Cancelling works until the request has left pending, past its expiry too. */
export const handler = bind(reviewRoutes.cancelReview)(async ({ params, principal, now }) => {
  let record = await getReview(params.id);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (record === null) throw new DomainError("not_found", "There is no such review.");
    if (record.status !== "pending") {
      throw new DomainError("review_not_pending", `The review is ${record.status} already.`);
    }
    const facts = { actorUserId: principal.userId, newId: randomUUID, now };
    const { after, row } = endReview(record, "cancelled", facts);
    const outcome = await moveReview(record, after, row);
    if (outcome.committed) return { status: 200, body: after };
    record = standingReview(outcome);
  }
  throw new DomainError("conflict", "The review is being changed by others; please repeat.");
});
