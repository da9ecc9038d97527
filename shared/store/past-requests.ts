import { MAX_DAYS_OPEN } from "#shared/domain/reviews/limits.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { isDecision, type ReviewStatus, reviewStatuses } from "#shared/domain/reviews/statuses.ts";
import { type QuerySpec, queryAll, queryOnce } from "./read.ts";
import { reviewOf, reviewPartitions } from "./reviews.ts";

/* Requests of the past; reviews.ts describes the indexes. */

/** A request open at an instant was created within this time before it. */
export const LONGEST_REVIEW_MS = MAX_DAYS_OPEN * 24 * 3600 * 1000;

/** The fields that show which wordings a request is about, and from when to when it was open. */
const whenOpen = [
  "id",
  "panel_id",
  "status",
  "rule_use_case_ids",
  "pinned_hashes",
  "created_at",
  "expires_at",
  "decided_at",
  "ended_at",
  "audit_head.at",
].map((field) => `review.${field}`);

/**
 * Every request of a framework that was open at an instant, and some that were not. Undecided requests
 * are found by when they were made. Decided ones are found by when they were decided, which is after
 * the instant and within the longest time that a request can be open. It reads only the fields that
 * show which wordings a request is about and when it was open.
 * @param at ISO 8601 UTC
 */
export async function requestsAround(frameworkId: string, at: string): Promise<ReviewRecord[]> {
  const away = (ms: number): string => new Date(Date.parse(at) + ms).toISOString();
  const where = (status: ReviewStatus): QuerySpec =>
    isDecision(status)
      ? {
          index: "gsi4",
          pk: reviewPartitions.decided(frameworkId, status),
          from: `${at}~`,
          below: `${away(LONGEST_REVIEW_MS)}~`,
        }
      : {
          index: "gsi2",
          pk: reviewPartitions.framework(frameworkId, status),
          from: away(-LONGEST_REVIEW_MS),
          below: `${at}~`,
        };
  const found = await Promise.all(
    reviewStatuses.map((status) => queryAll({ ...where(status), only: whenOpen })),
  );
  return found.flat().map(reviewOf);
}

/**
 * Reads a framework's requests backwards, each at most once, with the fields that show which rules a
 * request is about and when it was open.
 * @returns a function for the next up to `most` requests of each status made between two instants,
 * inclusive, newest first; null: there are no more. A further call may move both instants back, never
 * forward.
 */
export function requestsBackwards(frameworkId: string) {
  const readTo = new Map<ReviewStatus, string>();
  return async (from: string, to: string, most: number): Promise<ReviewRecord[] | null> => {
    const unread = reviewStatuses
      .map((status) => ({ status, below: earlier(`${to}~`, readTo.get(status)) }))
      .filter(({ below }) => below > from);
    const found = await Promise.all(
      unread.map(async ({ status, below }) => {
        const { items, lastKey } = await queryOnce({
          index: "gsi2",
          pk: reviewPartitions.framework(frameworkId, status),
          from,
          below,
          descending: true,
          limit: most,
          only: whenOpen,
        });
        readTo.set(status, lastKey === null ? from : String(lastKey.gsi2sk));
        return items;
      }),
    );
    return unread.length === 0 ? null : found.flat().map(reviewOf);
  };
}

const earlier = (a: string, b: string | undefined): string => (b !== undefined && b < a ? b : a);
