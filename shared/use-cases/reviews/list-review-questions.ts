import type { Question } from "#shared/domain/reviews/question.ts";
import type { OpenLink } from "./load-link.ts";
import { questionsSeen, requireViewed } from "./questions-under-link.ts";
import { readRowsUnder, refuseUnconfirmed } from "./rows-under-link.ts";

/**
 * The questions that counsel sees under a link.
 * @throws DomainError `counsel_unconfirmed`, `review_not_viewed`
 */
export async function listReviewQuestions(link: OpenLink): Promise<{ items: Question[] }> {
  const under = await readRowsUnder(link);
  const { rows } = under;
  await refuseUnconfirmed(link, under);
  requireViewed(rows);
  return { items: await questionsSeen(link, rows) };
}
