import { bindBody } from "#shared/edge/bind.ts";
import * as reviewRoutes from "#shared/routes/table/reviews.ts";
import { countReviews } from "#shared/use-cases/reviews/count-reviews.ts";

export const handler = bindBody(reviewRoutes.countReviews)(async ({ query, now }) => ({
  counts: await countReviews(query.framework_id, now),
}));
