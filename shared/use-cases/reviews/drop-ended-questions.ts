import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { isPending } from "#shared/domain/reviews/review.ts";
import { dropOpenQuestions, requestsWithQuestions } from "#shared/store/review-questions.ts";
import { getReviews } from "#shared/store/reviews.ts";

const AT_ONCE = 10;

/**
 * Home searches a limited number of requests for waiting questions. The daily cleanup drops requests
 * that have ended from that list, so that they never hide the others.
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
