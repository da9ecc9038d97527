import { bindPage } from "#shared/edge/bind-list.ts";
import * as reviewRoutes from "#shared/routes/table/reviews.ts";
import { listObjections } from "#shared/use-cases/reviews/list-objections.ts";

export const handler = bindPage(reviewRoutes.listObjections)(({ query, now }) =>
  listObjections(query, query, now),
);
