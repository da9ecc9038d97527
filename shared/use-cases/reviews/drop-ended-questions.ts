import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { isPending } from "#shared/domain/reviews/review.ts";
import { dropOpenQuestions, requestsWithQuestions } from "#shared/store/review-questions.ts";
import { getReviews } from "#shared/store/reviews.ts";

const AT_ONCE = 10;

/**
 * Home looks at a limited number of requests for questions that wait. So that those which have ended
 * never hide the others, the daily cleanup drops them from its list.
 */
export async function dropEndedQuestions(): Promise<void> {
  const ids = await requestsWithQuestions();
  const reviews = await getReviews(ids);
  const ended = ids.filter((_, i) => {
    const review = reviews[i] ?? null;
    return review === null || !isPending(review);
  });
  await eachBounded(ended.values(), AT_ONCE, async (id) => {
    await dropOpenQuestions(id);
  });
}
