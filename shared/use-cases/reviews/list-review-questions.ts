import type { Question } from "#shared/domain/reviews/question.ts";
import type { OpenLink } from "./load-link.ts";
import { questionsSeen, requireViewed } from "./questions-under-link.ts";
import { readRowsUnder } from "./rows-under-link.ts";

/**
 * The questions that counsel sees under a link.
 * @throws DomainError `review_not_viewed`
 */
export async function listReviewQuestions(link: OpenLink): Promise<{ items: Question[] }> {
  const { rows } = await readRowsUnder(link);
  requireViewed(rows);
  return { items: await questionsSeen(link, rows) };
}
