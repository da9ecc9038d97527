import { mayHaveOthers, type OpenMark, openMarksAt } from "#shared/domain/reviews/open-on-rule.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import type { RuleAnswers } from "#shared/domain/reviews/rule-status.ts";
import { pendingReviews } from "./review-lists.ts";
import { type KeptReviews, readKeptReviews } from "./rule-answers.ts";

/** What reviews say about one rule: its latest answers, and the open request that lasts longest. */
export type RuleReviews = RuleAnswers & { open: OpenMark | null };

/**
 * What reviews say about these rules, or about all rules of the framework: the latest answers, and
 * what is open at an instant, now or in the future, unless it is ended before then.
 * @param at ISO 8601 UTC
 */
export async function reviewsOfRules(
  frameworkId: string,
  at: string,
  useCaseIds?: readonly string[],
): Promise<(useCaseId: string) => RuleReviews> {
  const kept = await readKeptReviews(frameworkId, useCaseIds);
  const unmarked = await openWithoutMark(frameworkId, at, kept);
  return (id) => ({
    ...kept.answersOf(id),
    open: openMarksAt(kept.openOn(id), at)[0] ?? unmarked(id),
  });
}

/**
 * A rule keeps the marks of a few open requests only. If those have ended but others may still be
 * open, the framework's open requests themselves are read.
 */
async function openWithoutMark(
  frameworkId: string,
  at: string,
  kept: KeptReviews,
): Promise<(useCaseId: string) => OpenMark | null> {
  const isUnknown = (id: string): boolean => {
    const on = kept.openOn(id);
    return mayHaveOthers(on, at) && openMarksAt(on, at).length === 0;
  };
  if (!kept.overflowing().some(isUnknown)) return () => null;
  const pending = await pendingReviews(frameworkId, at);
  return (id) => {
    const review = isUnknown(id)
      ? pending.findLast((one) => one.rule_use_case_ids.includes(id))
      : undefined;
    return review ? markOf(review, id) : null;
  };
}

/** The wordings of each rule that have open requests at an instant. */
export async function openWordings(
  frameworkId: string,
  at: string,
  kept: KeptReviews,
): Promise<(useCaseId: string) => ReadonlySet<string>> {
  const marked = (id: string) => openMarksAt(kept.openOn(id), at).map((mark) => mark.content_hash);
  const isOverflowing = kept.overflowing().some((id) => mayHaveOthers(kept.openOn(id), at));
  if (!isOverflowing) return (id) => new Set(marked(id));
  const pending = await pendingReviews(frameworkId, at);
  const unmarked = Map.groupBy(pending.flatMap(wordingsOf), ({ use_case_id }) => use_case_id);
  return (id) =>
    new Set([...marked(id), ...(unmarked.get(id) ?? []).map(({ content_hash }) => content_hash)]);
}

const wordingsOf = ({ rule_use_case_ids, pinned_hashes }: ReviewRecord) =>
  rule_use_case_ids.map((use_case_id, i) => ({
    use_case_id,
    content_hash: pinned_hashes[i] as string,
  }));

const markOf = (review: ReviewRecord, useCaseId: string): OpenMark => ({
  review_id: review.panel_id ?? review.id,
  ...(review.panel_id === null ? {} : { isPanel: true }),
  expires_at: review.expires_at,
  content_hash: review.pinned_hashes[review.rule_use_case_ids.indexOf(useCaseId)] as string,
});
