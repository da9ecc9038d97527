import { reviewStatuses } from "#shared/domain/reviews/review.ts";
import { countWithStatus } from "#shared/store/review-lists.ts";

/** Enough to tell much from little; counting on would read the whole history at every look. */
const MOST = 500;

/** How many reviews have each status, up to {@link MOST}; of one framework when it is named. */
export const countReviews = (frameworkId: string | undefined) =>
  Promise.all(
    reviewStatuses.map(async (status) => {
      const { count, isMore } = await countWithStatus(status, frameworkId, MOST);
      return { status, count, is_more: isMore };
    }),
  );
