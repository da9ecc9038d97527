import { bindList } from "#shared/edge/bind-list.ts";
import * as reviewRoutes from "#shared/routes/table/reviews.ts";
import { listObjections } from "#shared/use-cases/reviews/list-objections.ts";

export const handler = bindList(reviewRoutes.listObjections)(async ({ query, now }) => ({
  status: 200,
  body: await listObjections(query, query, now),
}));
