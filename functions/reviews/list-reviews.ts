import { bindList } from "#shared/edge/bind-list.ts";
import * as reviewRoutes from "#shared/routes/table/reviews.ts";
import { listReviews } from "#shared/use-cases/reviews/list-reviews.ts";

export const handler = bindList(reviewRoutes.listReviews)(async ({ query, now }) => ({
  status: 200,
  body: await listReviews(query, query, now),
}));
