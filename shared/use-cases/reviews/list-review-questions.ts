import type { Question } from "#shared/domain/reviews/question.ts";
import { reviewTrail } from "#shared/store/audit-trails.ts";
import type { OpenLink } from "./load-link.ts";
import { questionsOf, requireViewed } from "./questions-under-link.ts";
import { readRowsUnder } from "./rows-under-link.ts";

/**
 * The questions that counsel sees under a link: their own, those answered to all members of the panel,
 * and before them those of the counsel who passed the request on.
 * @throws DomainError `review_not_viewed`
 */
export async function listReviewQuestions(link: OpenLink): Promise<{ items: Question[] }> {
  const { delegated_from } = link.signed.review;
  const [{ rows }, earlier] = await Promise.all([
    readRowsUnder(link),
    delegated_from === null ? [] : reviewTrail(delegated_from),
  ]);
  requireViewed(rows);
  const [before, own] = await Promise.all([
    questionsOf(earlier, link.logKeys),
    questionsOf(rows, link.logKeys),
  ]);
  return { items: [...before, ...own] };
}
