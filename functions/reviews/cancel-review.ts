import { bind } from "#shared/edge/bind.ts";
import * as reviewRoutes from "#shared/routes/table/reviews.ts";
import { cancelReview } from "#shared/use-cases/reviews/cancel-review.ts";

export const handler = bind(reviewRoutes.cancelReview)(async ({ params, principal, now }) => ({
  status: 200,
  body: await cancelReview({ reviewId: params.id, actorUserId: principal.userId, now }),
}));
