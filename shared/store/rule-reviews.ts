import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import type { RuleAnswers } from "#shared/domain/reviews/rule-status.ts";
import { getItems } from "./read.ts";
import { openReviewsByRule } from "./reviews.ts";
import { answerKeys, answersIn } from "./rule-answers.ts";

/** What reviews say of one rule: its latest answers, and a request that is open on it. */
export type RuleReviews = RuleAnswers & { open: ReviewRecord | null };

/** What reviews say of these rules, or of all rules of the framework, at this instant. */
export async function reviewsOfRules(
  frameworkId: string,
  now: string,
  useCaseIds?: readonly string[],
): Promise<(useCaseId: string) => RuleReviews> {
  const [items, open] = await Promise.all([
    getItems(answerKeys(frameworkId, useCaseIds)),
    openReviewsByRule(frameworkId, now),
  ]);
  const answers = answersIn(items);
  return (useCaseId) => ({ ...answers(useCaseId), open: open.get(useCaseId) ?? null });
}
