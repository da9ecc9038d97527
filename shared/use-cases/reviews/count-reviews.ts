import { type ReviewStatus, reviewStatuses } from "#shared/domain/reviews/statuses.ts";
import { countOverdue, countWithStatus } from "#shared/store/review-lists.ts";

/** Enough to tell many from few; counting further would read the whole history on every request. */
const MOST = 100;

/**
 * How many reviews have each status by the clock, up to {@link MOST}; in one framework if given.
 * Those that have run out of time since the daily job count as expired.
 */
export async function countReviews(frameworkId: string | undefined, now: string) {
  const overdue = await countOverdue(frameworkId, now, MOST);
  const moved: Partial<Record<ReviewStatus, number>> = { pending: -overdue, expired: overdue };
  return Promise.all(
    reviewStatuses.map(async (status) => {
      const by = moved[status] ?? 0;
      const { count, isMore } = await countWithStatus(status, frameworkId, MOST - Math.min(by, 0));
      const shown = count + by;
      return { status, count: Math.min(shown, MOST), is_more: isMore || shown > MOST };
    }),
  );
}
