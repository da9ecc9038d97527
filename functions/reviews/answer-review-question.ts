import { bindBody } from "#shared/edge/bind.ts";
import * as questionRoutes from "#shared/routes/table/review-questions.ts";
import { answerReviewQuestion } from "#shared/use-cases/reviews/answer-review-question.ts";

export const handler = bindBody(questionRoutes.answerReviewQuestion)(({ params, body, caller }) =>
  answerReviewQuestion({
    reviewId: params.id,
    questionId: params.question_id,
    text: body.text,
    isToAll: body.to_all === true,
    ...caller,
  }),
);
