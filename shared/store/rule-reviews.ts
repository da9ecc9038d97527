import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import {
  mayHaveOthers,
  type OpenMark,
  openMarksAt,
  type RuleAnswers,
} from "#shared/domain/reviews/rule-status.ts";
import { pendingReviews } from "./review-lists.ts";
import { type KeptReviews, readKeptReviews } from "./rule-answers.ts";

/** Its latest answers, the open request that lasts longest, and an open panel, if any. */
export type RuleReviews = RuleAnswers & { open: OpenMark | null; panel: OpenMark | null };

/**
 * What reviews say about these rules, or about all rules of the framework: the latest answers, and
 * what is open at an instant, now or in the future, unless it is ended before then.
 * @param at ISO 8601 UTC
 * @param wanted `panels`: looks at every open request for a panel, not at the marked ones only
 */
export async function reviewsOfRules(
  frameworkId: string,
  at: string,
  useCaseIds?: readonly string[],
  wanted: "longest" | "panels" = "longest",
): Promise<(useCaseId: string) => RuleReviews> {
  const kept = await readKeptReviews(frameworkId, useCaseIds);
  const unmarked = await openWithoutMark(frameworkId, at, kept, wanted);
  return (id) => {
    const open = [...openMarksAt(kept.openOn(id), at), ...unmarked(id)];
    return {
      ...kept.answersOf(id),
      open: open[0] ?? null,
      panel: open.find(({ isPanel }) => isPanel) ?? null,
    };
  };
}

/**
 * A rule keeps the marks of a few open requests only. If those have ended but others may still be
 * open, the framework's open requests themselves are read.
 */
async function openWithoutMark(
  frameworkId: string,
  at: string,
  kept: KeptReviews,
  wanted: "longest" | "panels",
): Promise<(useCaseId: string) => OpenMark[]> {
  const isUnknown = (id: string): boolean => {
    const on = kept.openOn(id);
    const marks = openMarksAt(on, at);
    const isEnough = wanted === "longest" ? marks.length > 0 : marks.some(({ isPanel }) => isPanel);
    return mayHaveOthers(on, at) && !isEnough;
  };
  if (!kept.overflowing().some(isUnknown)) return () => [];
  const pending = await pendingReviews(frameworkId, at);
  return (id) =>
    isUnknown(id)
      ? pending
          .filter((one) => one.rule_use_case_ids.includes(id))
          .toReversed()
          .map((review) => markOf(review, id))
      : [];
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
