import { DomainError } from "#shared/domain/errors.ts";
import type { Rate } from "#shared/domain/limiter/rate.ts";
import { takeFrom } from "#shared/store/rates.ts";
import type { OpenLink } from "./load-link.ts";

const files: Rate = {
  name: "counsel_files",
  most: 10,
  per: "hour",
  refusal: "At most 10 files are drawn for one link in an hour. Try again later.",
};

/**
 * Counts a file that is requested under a link. Both kinds of files count together.
 * @throws DomainError `review_not_viewed`, `rate_limited`
 */
export async function takeFile({ record }: OpenLink, now: string): Promise<void> {
  if (record.viewed_at === null) {
    throw new DomainError("review_not_viewed", "Open the review first; then ask for its files.");
  }
  await takeFrom(files, record.token_hash, now, null);
}
