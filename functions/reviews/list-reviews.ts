import { bind } from "#shared/edge/bind.ts";
import { reviewRoutes } from "#shared/routes/table/reviews.ts";
import { listReviews } from "#shared/use-cases/reviews/list-reviews.ts";

export const handler = bind(reviewRoutes.listReviews)(async ({ query, now }) => ({
  status: 200,
  body: await listReviews(query, query, now),
}));
