import { bindPage } from "#shared/edge/bind-list.ts";
import * as reviewRoutes from "#shared/routes/table/reviews.ts";
import { getReviewAudit } from "#shared/use-cases/reviews/get-review-audit.ts";

export const handler = bindPage(reviewRoutes.getReviewAudit)(({ params, query }) =>
  getReviewAudit(params.id, query),
);
