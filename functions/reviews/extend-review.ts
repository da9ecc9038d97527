import { bindBody } from "#shared/edge/bind.ts";
import * as reviewRoutes from "#shared/routes/table/reviews.ts";
import { extendReview } from "#shared/use-cases/reviews/extend-review.ts";

export const handler = bindBody(reviewRoutes.extendReview)(({ params, body, caller }) =>
  extendReview({ reviewId: params.id, days: body.expiry_days, ...caller }),
);
