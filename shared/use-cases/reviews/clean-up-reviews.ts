import { keepOlderReviews } from "#shared/use-cases/frameworks/keep-older-reviews.ts";
import { expireReviews } from "./expire-reviews.ts";

/**
 * The daily cleanup job; its first run after an upgrade completes what version 1.0 did not keep.
 * @param now ISO 8601 UTC
 */
export async function cleanUpReviews(now: string): Promise<{ expired: number }> {
  const expired = await expireReviews(now);
  await keepOlderReviews(now);
  return { expired };
}
