import { bind } from "#shared/edge/bind.ts";
import * as reviewRoutes from "#shared/routes/table/reviews.ts";
import { eraseWords } from "#shared/use-cases/reviews/erase-words.ts";

export const handler = bind(reviewRoutes.eraseWords)(async ({ params, body, principal, now }) => ({
  status: 200,
  body: await eraseWords({
    reviewId: params.id,
    reason: body.reason,
    actorUserId: principal.userId,
    now,
  }),
}));
