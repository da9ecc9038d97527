import { bind } from "#shared/edge/bind.ts";
import * as counselLinkRoutes from "#shared/routes/table/counsel-link.ts";
import { summarizeReview } from "#shared/use-cases/reviews/summarize-review.ts";

export const handler = bind(counselLinkRoutes.summarizeReview)(async ({ params, now }) => ({
  status: 200,
  body: { review: await summarizeReview(params.token, now) },
}));
