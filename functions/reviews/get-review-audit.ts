import { bindList } from "#shared/edge/bind-list.ts";
import * as reviewRoutes from "#shared/routes/table/reviews.ts";
import { getReviewAudit } from "#shared/use-cases/reviews/get-review-audit.ts";

export const handler = bindList(reviewRoutes.getReviewAudit)(async ({ params, query }) => {
  const { items, nextCursor } = await getReviewAudit(params.id, query);
  return { status: 200, body: { items, next_cursor: nextCursor } };
});
