import { bindBody } from "#shared/edge/bind.ts";
import * as questionRoutes from "#shared/routes/table/review-questions.ts";
import { listReviewQuestions } from "#shared/use-cases/reviews/list-review-questions.ts";
import { loadLinkToRead } from "#shared/use-cases/reviews/load-link.ts";

export const handler = bindBody(questionRoutes.listReviewQuestions, ({ params, now }) =>
  loadLinkToRead(params.token, now),
)(({ guarded }) => listReviewQuestions(guarded));
