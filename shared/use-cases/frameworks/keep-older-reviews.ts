import { retryOnConflict } from "#shared/domain/retry-on-conflict.ts";
import { mayHaveOthers } from "#shared/domain/reviews/open-on-rule.ts";
import { isDecided, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { addApprovals } from "#shared/store/approvals.ts";
import { getCounselByIds } from "#shared/store/counsel.ts";
import { decisionsUpTo, type PastDecisions } from "#shared/store/decisions.ts";
import { allFrameworks } from "#shared/store/frameworks.ts";
import { pendingReviews } from "#shared/store/review-lists.ts";
import { getReviews, openLate } from "#shared/store/reviews.ts";
import { type KeptReviews, readKeptReviews } from "#shared/store/rule-answers.ts";
import { backoff } from "#shared/store/transact.ts";
import { isUpgraded, setUpgraded } from "#shared/store/upgrades.ts";

const UPGRADE = "reviews-kept-with-rules";

/**
 * Version 1.0 stored with a rule neither its open requests nor who approved which wording. Writes
 * both for its reviews, once; an interrupted walk starts over and skips what is already there.
 */
export async function keepOlderReviews(now: string): Promise<void> {
  if (await isUpgraded(UPGRADE)) return;
  for (const { id } of await allFrameworks()) {
    for (const review of await pendingReviews(id, now)) await markOpen(review, now);
    await keepApprovals(await decisionsUpTo(id, now));
  }
  await setUpgraded(UPGRADE, now);
}

const markOpen = (review: ReviewRecord, now: string): Promise<null> =>
  retryOnConflict(null, backoff, async () => {
    const kept = await readKeptReviews(review.framework_id, review.rule_use_case_ids);
    if (review.rule_use_case_ids.every((id) => isKept(review, kept, id, now)))
      return { done: null };
    const outcome = await openLate(review, kept);
    const isEnded = !outcome.committed && outcome.failed.has("record");
    return outcome.committed || isEnded ? { done: null } : { conflict: null };
  });

const isKept = (
  review: ReviewRecord,
  kept: KeptReviews,
  useCaseId: string,
  now: string,
): boolean => {
  const on = kept.openOn(useCaseId);
  return on.marks.some(({ review_id }) => review_id === review.id) || mayHaveOthers(on, now);
};

async function keepApprovals({ decisions, earlier }: PastDecisions): Promise<void> {
  const ids = decisions.filter(({ kind }) => kind === "yes").map(({ review_id }) => review_id);
  const approved = (await getReviews(ids)).filter((review) => review !== null).filter(isDecided);
  const counsel = await getCounselByIds(approved.map(({ counsel_id }) => counsel_id));
  await addApprovals(
    approved,
    approved.map((_, i) => counsel[i] ?? { display_name: "", firm: null }),
  );
  if (earlier !== null) await keepApprovals(await earlier());
}
