import { bindBody } from "#shared/edge/bind.ts";
import * as reviewRoutes from "#shared/routes/table/reviews.ts";
import { cancelReview } from "#shared/use-cases/reviews/cancel-review.ts";

export const handler = bindBody(reviewRoutes.cancelReview)(({ params, principal, now }) =>
  cancelReview({ reviewId: params.id, actorUserId: principal.userId, now }),
);
