import { bind } from "#shared/edge/bind.ts";
import * as reviewRoutes from "#shared/routes/table/reviews.ts";
import { renewLink } from "#shared/use-cases/reviews/renew-link.ts";

export const handler = bind(reviewRoutes.renewReviewLink)(
  async ({ params, body, principal, now }) => ({
    status: 200,
    body: await renewLink({
      reviewId: params.id,
      deliver: body.deliver,
      actorUserId: principal.userId,
      now,
    }),
  }),
);
