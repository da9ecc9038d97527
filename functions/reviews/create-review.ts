import { bindBody } from "#shared/edge/bind.ts";
import * as reviewRoutes from "#shared/routes/table/reviews.ts";
import { createReview } from "#shared/use-cases/reviews/create-review.ts";

/** Requests a review; its link is only ever in this response. */
export const handler = bindBody(reviewRoutes.createReview)(({ body, principal, now }) =>
  createReview({ ...body, given: body, requestedBy: principal, now }),
);
