import { isPastExpiry, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import {
  type Decision,
  type ReviewStatus,
  reviewStatuses,
} from "#shared/domain/reviews/statuses.ts";
import { isCanaryFramework } from "#shared/domain/service/canary.ts";
import { type Listing, type Page, type Paging, pageOf } from "./page.ts";
import { countUpTo, type Item, type QueryResult, queryAll, queryOnce } from "./read.ts";
import { reviewOf, reviewPartitions } from "./reviews.ts";

/* Lists of reviews; reviews.ts describes the indexes. */

/** Filters on a list of reviews that an index can serve. */
export interface ReviewFilters {
  status?: ReviewStatus | undefined;
  framework_id?: string | undefined;
  /** Counsel the reviews were requested from; their reviews are merged. */
  counsel_ids?: readonly string[] | undefined;
  /** Only pending ones that expire before this instant (ISO 8601 UTC), soonest first. */
  expires_before?: string | undefined;
}

/** The reviews of more counsel than this are not merged: a longer list is read instead. */
const MAX_COUNSEL = 25;

/**
 * A page of reviews, newest first, from the narrowest index that the filters allow. The index may
 * contain more than the filters select, so the caller must apply every filter to the page, or pass it
 * as `keep` (as in `readPage`) if few reviews may match.
 */
export function pageOfReviews(
  filters: ReviewFilters,
  paging: Paging,
  keep?: (review: ReviewRecord) => boolean,
): Promise<Page<ReviewRecord>> {
  return pageOf(listingFor(filters), paging, reviewOf, keep);
}

function listingFor({ status, framework_id, counsel_ids, expires_before }: ReviewFilters): Listing {
  if (expires_before !== undefined) {
    return { index: "gsi4", partitions: [dueIn(framework_id)], below: expires_before };
  }
  const statuses = status === undefined ? reviewStatuses : [status];
  const descending = true;
  if (counsel_ids !== undefined && counsel_ids.length <= MAX_COUNSEL) {
    const partitions = counsel_ids.flatMap((id) =>
      statuses.map((one) => reviewPartitions.counsel(id, one)),
    );
    return { index: "gsi3", partitions, descending };
  }
  if (framework_id !== undefined) {
    const partitions = statuses.map((one) => reviewPartitions.framework(framework_id, one));
    return { index: "gsi2", partitions, descending };
  }
  return { index: "gsi1", partitions: statuses.map(reviewPartitions.all), descending };
}

const dueIn = (frameworkId: string | undefined): string =>
  frameworkId !== undefined && isCanaryFramework(frameworkId)
    ? reviewPartitions.canaryDue
    : reviewPartitions.due;

/** How many reviews have a status, counted up to `most`; in one framework if given. */
export const countWithStatus = (
  status: ReviewStatus,
  frameworkId: string | undefined,
  most: number,
): Promise<{ count: number; isMore: boolean }> =>
  frameworkId === undefined
    ? countUpTo("gsi1", reviewPartitions.all(status), most)
    : countUpTo("gsi2", reviewPartitions.framework(frameworkId, status), most);

/**
 * How many pending reviews have run out of time, up to `most`; in one framework if given. The daily
 * job ends them, so there are few.
 */
export async function countOverdue(
  frameworkId: string | undefined,
  now: string,
  most: number,
): Promise<number> {
  const filters = { framework_id: frameworkId, expires_before: now };
  const { items } = await pageOfReviews(filters, { limit: most });
  return items.filter(
    ({ status, framework_id }) =>
      status === "pending" && (frameworkId === undefined || framework_id === frameworkId),
  ).length;
}

/**
 * Every pending review that has run out of time; the canary's only if its framework is given. The
 * daily job ends them, so there are few.
 */
export async function overdueNow(
  frameworkId: string | undefined,
  now: string,
): Promise<ReviewRecord[]> {
  return (await queryAll({ index: "gsi4", pk: dueIn(frameworkId), below: now })).map(reviewOf);
}

/** Which decisions to list, by kind and time. */
export interface DecidedWithin {
  statuses: readonly Decision[];
  /** ISO 8601 UTC, inclusive. */
  from?: string | undefined;
  /** ISO 8601 UTC, exclusive. */
  below?: string | undefined;
}

/** A review in a list of decisions, and the cursor after it. */
export interface DecidedEntry {
  record: ReviewRecord;
  cursor: string;
}

/** A page of the decided reviews of some frameworks, in the order of their decisions. */
export const decidedInFrameworks = (
  frameworkIds: readonly string[],
  within: DecidedWithin,
  paging: Paging,
): Promise<Page<DecidedEntry>> =>
  decidedPage("gsi4", frameworkIds, reviewPartitions.decided, within, paging);

/**
 * A page of the reviews signed under any of these e-mails, in the order of their decisions.
 * @param keep as in `readPage`
 */
export const decidedUnderEmails = (
  emails: readonly string[],
  within: DecidedWithin,
  paging: Paging,
  keep?: (entry: DecidedEntry) => boolean,
): Promise<Page<DecidedEntry>> =>
  decidedPage("gsi5", emails, reviewPartitions.signedBy, within, paging, keep);

function decidedPage(
  index: "gsi4" | "gsi5",
  of: readonly string[],
  partition: (of: string, status: Decision) => string,
  { statuses, from, below }: DecidedWithin,
  paging: Paging,
  keep?: (entry: DecidedEntry) => boolean,
): Promise<Page<DecidedEntry>> {
  const partitions = of.flatMap((one) => statuses.map((status) => partition(one, status)));
  const bounds = { ...(from && { from }), ...(below && { below }) };
  return pageOf({ index, partitions, ...bounds }, paging, entryOf, keep);
}

/** Both indexes of decisions have the same sort key. */
const entryOf = (item: Item): DecidedEntry => ({
  record: reviewOf(item),
  cursor: String(item.gsi4sk),
});

/** Requests of a framework that are open at an instant (pending, not past expiry), newest last. */
export async function pendingReviews(frameworkId: string, at: string): Promise<ReviewRecord[]> {
  const items = await queryAll({
    index: "gsi2",
    pk: reviewPartitions.framework(frameworkId, "pending"),
  });
  return items.map(reviewOf).filter((review) => !isPastExpiry(review, at));
}

/** Requests that are pending with a counsel, those past their expiry included, newest last. */
export async function pendingReviewsOfCounsel(counselId: string): Promise<ReviewRecord[]> {
  const pk = reviewPartitions.counsel(counselId, "pending");
  return (await queryAll({ index: "gsi3", pk })).map(reviewOf);
}

/** How many requests wait for a counsel at an instant (ISO 8601 UTC). */
export async function countOpenRequests(counselId: string, at: string): Promise<number> {
  const pk = reviewPartitions.counsel(counselId, "pending");
  const items = await queryAll({ index: "gsi3", pk, only: ["review.expires_at"] });
  return items.filter((item) => !isPastExpiry(reviewOf(item), at)).length;
}

/** Every request of a framework, of whatever status. */
export const reviewsOf = async (frameworkId: string): Promise<ReviewRecord[]> => {
  const found = await Promise.all(
    reviewStatuses.map((status) =>
      queryAll({ index: "gsi2", pk: reviewPartitions.framework(frameworkId, status) }),
    ),
  );
  return found.flat().map(reviewOf);
};

/** Pending requests whose expiry has passed, earliest first, page after page. */
export async function* overdueReviews(now: string): AsyncGenerator<ReviewRecord> {
  yield* overdueIn(reviewPartitions.due, now);
  yield* overdueIn(reviewPartitions.canaryDue, now);
}

async function* overdueIn(pk: string, now: string): AsyncGenerator<ReviewRecord> {
  let startKey: Record<string, unknown> | undefined;
  do {
    const page: QueryResult = await queryOnce({
      index: "gsi4",
      pk,
      below: now,
      limit: 200,
      ...(startKey ? { startKey } : {}),
    });
    yield* page.items.map(reviewOf);
    startKey = page.lastKey ?? undefined;
  } while (startKey !== undefined);
}
