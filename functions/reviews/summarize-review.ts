import { bindBody } from "#shared/edge/bind.ts";
import * as counselLinkRoutes from "#shared/routes/table/counsel-link.ts";
import { summarizeReview } from "#shared/use-cases/reviews/summarize-review.ts";

export const handler = bindBody(counselLinkRoutes.summarizeReview)(async ({ params, now }) => ({
  review: await summarizeReview(params.token, now),
}));
