import { bind } from "#shared/edge/bind.ts";
import * as reviewRoutes from "#shared/routes/table/reviews.ts";
import { extendReview } from "#shared/use-cases/reviews/extend-review.ts";

export const handler = bind(reviewRoutes.extendReview)(
  async ({ params, body, principal, now }) => ({
    status: 200,
    body: await extendReview({
      reviewId: params.id,
      days: body.expiry_days,
      actorUserId: principal.userId,
      now,
    }),
  }),
);
