import { bindBody } from "#shared/edge/bind.ts";
import * as reviewRoutes from "#shared/routes/table/reviews.ts";
import { cancelReview } from "#shared/use-cases/reviews/cancel-review.ts";

export const handler = bindBody(reviewRoutes.cancelReview)(({ params, caller }) =>
  cancelReview({ reviewId: params.id, ...caller }),
);
