import { reviewStatuses } from "#shared/domain/reviews/review.ts";
import { countUpTo } from "#shared/store/read.ts";
import { reviewPartitions } from "#shared/store/reviews.ts";

/** Enough to tell much from little; counting on would read the whole history at every look. */
const MOST = 500;

/** How many reviews have each status, up to {@link MOST}; of one framework when it is named. */
export const countReviews = (frameworkId: string | undefined) =>
  Promise.all(
    reviewStatuses.map(async (status) => {
      const { count, isMore } =
        frameworkId === undefined
          ? await countUpTo("gsi1", reviewPartitions.all(status), MOST)
          : await countUpTo("gsi2", reviewPartitions.framework(frameworkId, status), MOST);
      return { status, count, is_more: isMore };
    }),
  );
