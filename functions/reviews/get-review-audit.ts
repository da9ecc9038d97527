import { bindPage } from "#shared/edge/bind-list.ts";
import * as reviewRoutes from "#shared/routes/table/reviews.ts";
import { getTrail } from "#shared/use-cases/audit/get-trail.ts";

export const handler = bindPage(reviewRoutes.getReviewAudit)(({ params, query }) =>
  getTrail("review", params.id, query),
);
