import { type ReviewStatus, reviewStatuses } from "#shared/domain/reviews/statuses.ts";
import { longListsRead, MOST_COUNTED } from "#shared/store/long-lists.ts";
import { readTogether } from "#shared/store/read-together.ts";
import { countOverdue, countWithStatus } from "#shared/store/review-lists.ts";

/**
 * How many reviews have each status by the clock, up to {@link MOST_COUNTED}: counting further would
 * read the whole history on every request; in one framework if given. What is noted to be longer is not
 * counted again. Those that have run out of time since the daily job count as expired.
 */
export async function countReviews(frameworkId: string | undefined, now: string) {
  const [{ long }, overdue] = await Promise.all([
    readTogether({ long: longListsRead(frameworkId) }),
    countOverdue(frameworkId, now, MOST_COUNTED),
  ]);
  const moved: Partial<Record<ReviewStatus, number>> = { pending: -overdue, expired: overdue };
  return Promise.all(
    reviewStatuses.map(async (status) => {
      if (long.has(status)) return { status, count: MOST_COUNTED, is_more: true };
      const by = moved[status] ?? 0;
      const most = MOST_COUNTED - Math.min(by, 0);
      const { count, isMore } = await countWithStatus(status, frameworkId, most);
      const shown = count + by;
      return {
        status,
        count: Math.min(shown, MOST_COUNTED),
        is_more: isMore || shown > MOST_COUNTED,
      };
    }),
  );
}
