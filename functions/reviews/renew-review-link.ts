import { bind } from "#shared/edge/bind.ts";
import * as reviewRoutes from "#shared/routes/table/reviews.ts";
import { renewReviewLink } from "#shared/use-cases/reviews/renew-review-link.ts";

export const handler = bind(reviewRoutes.renewReviewLink)(
  async ({ params, body, principal, now }) => ({
    status: 200,
    body: await renewReviewLink({
      reviewId: params.id,
      deliver: body?.deliver,
      actor: principal,
      now,
    }),
  }),
);
