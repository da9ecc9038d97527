import { keepOlderReviews } from "#shared/use-cases/frameworks/keep-older-reviews.ts";
import { expireReviews } from "./expire-reviews.ts";

/**
 * The daily cleanup job; its first run after an upgrade adds what version 1.0 did not store.
 * @param now ISO 8601 UTC
 */
export async function cleanUpReviews(now: string): Promise<{ expired: number }> {
  const expired = await expireReviews(now);
  await keepOlderReviews(now);
  return { expired };
}
