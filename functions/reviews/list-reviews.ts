import { bindPage } from "#shared/edge/bind-list.ts";
import * as reviewRoutes from "#shared/routes/table/reviews.ts";
import { listReviews } from "#shared/use-cases/reviews/list-reviews.ts";

export const handler = bindPage(reviewRoutes.listReviews)(({ query, now }) =>
  listReviews(query, query, now),
);
