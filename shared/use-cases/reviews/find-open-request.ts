import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import { isPastExpiry, isPending, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { mayHaveOthers, openMarksAt } from "#shared/domain/standing/open-marks.ts";
import type { KeptStanding } from "#shared/store/kept-attributes.ts";
import { pendingReviewsOfCounsel } from "#shared/store/review-lists.ts";
import { getReviews } from "#shared/store/reviews.ts";

/**
 * A pending request outside a panel that asks this counsel about all of these rules in their live
 * wording. If there are several, the one that lasts longest; null if there is none.
 * @param kept what is open on the rules
 */
export async function findOpenRequest(
  counselId: string,
  rules: readonly LiveRule[],
  kept: KeptStanding,
  now: string,
): Promise<ReviewRecord | null> {
  const holding = (await candidates(counselId, rules, kept, now)).filter(
    (review) =>
      isPending(review) &&
      !isPastExpiry(review, now) &&
      review.counsel_id === counselId &&
      review.panel_id === null &&
      rules.every((rule) => holds(review, rule)),
  );
  return holding.sort(byLife)[0] ?? null;
}

/** Requests that may match: those with a mark on a rule, if one of the rules keeps all of its marks. */
async function candidates(
  counselId: string,
  rules: readonly LiveRule[],
  kept: KeptStanding,
  now: string,
): Promise<ReviewRecord[]> {
  const onRules = rules.map(({ rule }) => kept.marksOn(rule.use_case_id));
  const whole = onRules.find((on) => !mayHaveOthers(on, now));
  if (whole === undefined) return pendingReviewsOfCounsel(counselId);
  const ids = openMarksAt(whole, now).flatMap((mark) => (mark.isPanel ? [] : [mark.review_id]));
  return (await getReviews(ids)).filter((review) => review !== null);
}

const holds = (
  { rule_use_case_ids, pinned_hashes }: ReviewRecord,
  { rule, content_hash }: LiveRule,
): boolean => pinned_hashes[rule_use_case_ids.indexOf(rule.use_case_id)] === content_hash;

const byLife = (a: ReviewRecord, b: ReviewRecord): number =>
  a.expires_at === b.expires_at ? (a.id < b.id ? -1 : 1) : a.expires_at > b.expires_at ? -1 : 1;
