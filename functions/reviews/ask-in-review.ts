import { bind } from "#shared/edge/bind.ts";
import * as questionRoutes from "#shared/routes/table/review-questions.ts";
import { askInReview } from "#shared/use-cases/reviews/ask-in-review.ts";
import { loadLink } from "#shared/use-cases/reviews/load-link.ts";

/** Counsel asks a question. The token is checked before the body. */
export const handler = bind(questionRoutes.askInReview, ({ params, now }) =>
  loadLink(params.token, now),
)(async ({ guarded, body, now }) => {
  const { use_case_id = null, text } = body;
  const { question, isNew } = await askInReview(guarded, { use_case_id, text }, now);
  return isNew ? { status: 201, body: question } : { status: 200, body: question };
});
