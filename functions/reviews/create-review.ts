import { bind } from "#shared/edge/bind.ts";
import * as reviewRoutes from "#shared/routes/table/reviews.ts";
import { requestReview } from "#shared/use-cases/reviews/request-review.ts";

/** Requests a review; its link is only ever in this response. */
export const handler = bind(reviewRoutes.createReview)(async ({ body, principal, now }) => ({
  status: 201,
  body: await requestReview({ ...body, facts: { requested_by_user_id: principal.userId }, now }),
}));
