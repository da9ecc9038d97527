import { isMailOpen, type MailStatus } from "#shared/domain/courier/mail-status.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { decisions } from "#shared/domain/reviews/statuses.ts";
import { pageOf } from "./page.ts";
import { LONGEST_REVIEW_MS } from "./past-requests.ts";
import { type Item, queryOnce } from "./read.ts";
import { reviewOf, reviewPartitions } from "./reviews.ts";

/*
 * Bounded reads of reviews' progress: one query each, or one for each status, however many there are.
 */

/** The most open requests that are counted one by one. */
const MAX_OPEN = 200;

/** An open request, with the fields that the count needs. */
interface OpenRequest {
  viewed_at: string | null;
  expires_at: string;
}

/** The open requests that expire first, without the canary's. @param now ISO 8601 UTC */
export async function openRequests(
  now: string,
): Promise<{ open: readonly OpenRequest[]; isMore: boolean }> {
  const { items, lastKey } = await queryOnce({
    index: "gsi4",
    pk: reviewPartitions.due,
    from: now,
    limit: MAX_OPEN,
    only: ["review.viewed_at", "review.expires_at"],
  });
  const open = items.map(({ review }) => {
    const { viewed_at = null, expires_at = "" } = (review ?? {}) as Partial<OpenRequest>;
    return { viewed_at, expires_at };
  });
  return { open, isMore: lastKey !== null };
}

/** Pending requests that expire from one instant to before another, the most urgent first. */
export const expiringBetween = async (
  from: string,
  below: string,
  limit: number,
): Promise<ReviewRecord[]> =>
  (
    await pageOf(
      { index: "gsi4", partitions: [reviewPartitions.due], from, below },
      { limit },
      reviewOf,
    )
  ).items;

/** Pending requests whose mail is `queued`, or has not arrived, in the order of its last news. */
export async function withOpenMail(
  limit: number,
): Promise<{ reviews: readonly (ReviewRecord & { mail: MailOf })[]; isMore: boolean }> {
  const listing = { index: "gsi5", partitions: [reviewPartitions.mailTrouble] } as const;
  const { items, next_cursor } = await pageOf(listing, { limit }, reviewOf);
  return {
    reviews: items.flatMap((one) => (isMailOpen(one.mail) ? [{ ...one, mail: one.mail }] : [])),
    isMore: next_cursor !== null,
  };
}

interface MailOf {
  status: MailStatus;
  at: string;
}

/**
 * How many requests were decided since an instant, without the canary's. In a panel, each member's
 * request counts. For each decision, only the `most` requests that were made last are searched.
 * @param since ISO 8601 UTC
 */
export async function countDecidedSince(
  since: string,
  most: number,
): Promise<{ count: number; isMore: boolean }> {
  const from = new Date(Date.parse(since) - LONGEST_REVIEW_MS).toISOString();
  const found = await Promise.all(
    decisions.map((decision) =>
      queryOnce({
        index: "gsi1",
        pk: reviewPartitions.all(decision),
        from,
        descending: true,
        limit: most,
        only: ["review.decided_at"],
      }),
    ),
  );
  const decidedAt = ({ review }: Item): string =>
    (review as { decided_at?: string } | undefined)?.decided_at ?? "";
  return {
    count: found.flatMap(({ items }) => items).filter((one) => decidedAt(one) >= since).length,
    isMore: found.some(({ lastKey }) => lastKey !== null),
  };
}
