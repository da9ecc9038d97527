import { now as readClock } from "#shared/platform/clock.ts";
import { log } from "#shared/platform/log.ts";
import { keepOlderReviews } from "#shared/use-cases/frameworks/keep-older-reviews.ts";
import { expireReviews } from "#shared/use-cases/reviews/expire-reviews.ts";

/** The daily cleanup job; its first run after an upgrade completes what version 1.0 did not keep. */
export const handler = async (): Promise<{ expired: number }> => {
  const now = readClock();
  const expired = await expireReviews(now);
  log("info", "reviews.expired", { expired });
  await keepOlderReviews(now);
  return { expired };
};
