import { reviewStatuses } from "#shared/domain/reviews/statuses.ts";
import { countWithStatus } from "#shared/store/review-lists.ts";

/** Enough to tell many from few; counting further would read the whole history on every request. */
const MOST = 500;

/** How many reviews have each status, up to {@link MOST}; in one framework if given. */
export const countReviews = (frameworkId: string | undefined) =>
  Promise.all(
    reviewStatuses.map(async (status) => {
      const { count, isMore } = await countWithStatus(status, frameworkId, MOST);
      return { status, count, is_more: isMore };
    }),
  );
