import { type ReviewStatus, reviewStatuses } from "#shared/domain/reviews/statuses.ts";
import { longListsRead, MAX_COUNTED } from "#shared/store/long-lists.ts";
import { readTogether } from "#shared/store/read-together.ts";
import { countOverdue, countWithStatus } from "#shared/store/review-lists.ts";

/**
 * Counts the reviews in each status as of now, in one framework if given. It counts at most {@link
 * MAX_COUNTED}, because counting further would read the whole history on every request. A list that is
 * noted as longer is not counted again. Reviews that have run out of time since the daily job count as
 * expired.
 */
export async function countReviews(frameworkId: string | undefined, now: string) {
  const [{ long }, overdue] = await Promise.all([
    readTogether({ long: longListsRead(frameworkId) }),
    countOverdue(frameworkId, now, MAX_COUNTED),
  ]);
  const moved: Partial<Record<ReviewStatus, number>> = { pending: -overdue, expired: overdue };
  return Promise.all(
    reviewStatuses.map(async (status) => {
      if (long.has(status)) return { status, count: MAX_COUNTED, is_more: true };
      const by = moved[status] ?? 0;
      const most = MAX_COUNTED - Math.min(by, 0);
      const { count, isMore } = await countWithStatus(status, frameworkId, most);
      const shown = count + by;
      return {
        status,
        count: Math.min(shown, MAX_COUNTED),
        is_more: isMore || shown > MAX_COUNTED,
      };
    }),
  );
}
