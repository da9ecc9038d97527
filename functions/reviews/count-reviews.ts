import { bind } from "#shared/edge/bind.ts";
import * as reviewRoutes from "#shared/routes/table/reviews.ts";
import { countReviews } from "#shared/use-cases/reviews/count-reviews.ts";

export const handler = bind(reviewRoutes.countReviews)(async ({ query, now }) => ({
  status: 200,
  body: { counts: await countReviews(query.framework_id, now) },
}));
