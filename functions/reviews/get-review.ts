import { bindBody } from "#shared/edge/bind.ts";
import * as reviewRoutes from "#shared/routes/table/reviews.ts";
import { getReview } from "#shared/use-cases/reviews/get-review.ts";

export const handler = bindBody(reviewRoutes.getReview)(({ params, now }) =>
  getReview(params.id, now),
);
