import { bind } from "#shared/edge/bind.ts";
import * as reviewRoutes from "#shared/routes/table/reviews.ts";
import { getReview } from "#shared/use-cases/reviews/get-review.ts";

export const handler = bind(reviewRoutes.getReview)(async ({ params, now }) => ({
  status: 200,
  body: await getReview(params.id, now),
}));
