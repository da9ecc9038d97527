import { bindBody } from "#shared/edge/bind.ts";
import * as reviewRoutes from "#shared/routes/table/reviews.ts";
import { eraseWords } from "#shared/use-cases/reviews/erase-words.ts";

export const handler = bindBody(reviewRoutes.eraseWords)(({ params, body, caller }) =>
  eraseWords({ reviewId: params.id, reason: body.reason, ...caller }),
);
