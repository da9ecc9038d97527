import { now as readClock } from "#shared/platform/clock.ts";
import { log } from "#shared/platform/log.ts";
import { expireReviews } from "#shared/use-cases/reviews/expire-reviews.ts";

/** The daily cleanup job. */
export const handler = async (): Promise<{ expired: number }> => {
  const expired = await expireReviews(readClock());
  log("info", "reviews.expired", { expired });
  return { expired };
};
