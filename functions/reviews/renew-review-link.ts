import { bindBody } from "#shared/edge/bind.ts";
import * as reviewRoutes from "#shared/routes/table/reviews.ts";
import { renewReviewLink } from "#shared/use-cases/reviews/renew-review-link.ts";

export const handler = bindBody(reviewRoutes.renewReviewLink)(({ params, body, principal, now }) =>
  renewReviewLink({
    reviewId: params.id,
    deliver: body?.deliver,
    actor: principal,
    now,
  }),
);
