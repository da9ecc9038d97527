import {
  isPastExpiry,
  type ReviewRecord,
  type ReviewStatus,
} from "#shared/domain/reviews/review.ts";
import { counselKey, counselOf, counselPartitions } from "#shared/store/counsel.ts";
import { type Listing, readPage } from "#shared/store/page.ts";
import { getItems, queryAll } from "#shared/store/read.ts";
import { getReview, partitionsFor, reviewOf, reviewPartitions } from "#shared/store/reviews.ts";

interface Filters {
  status?: ReviewStatus | undefined;
  framework_id?: string | undefined;
  counsel_id?: string | undefined;
  search?: string | undefined;
  expires_before?: string | undefined;
}

interface Paging {
  limit: number;
  cursor?: string | undefined;
}

/** A search that fits more counsel than this is no search yet: the newest of them are taken. */
const MOST_COUNSEL = 25;
const anId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A page of the queue, each review with the name and firm of its counsel. */
export async function listReviews(filters: Filters, paging: Paging, now: string) {
  const { records, nextCursor } = await find(filters, paging, now);
  const counsel = await getItems(records.map(({ counsel_id }) => counselKey(counsel_id)));
  const items = records.map((record, index) => {
    const assigned = counsel[index];
    return {
      ...record,
      counsel_display_name: assigned ? counselOf(assigned).display_name : "",
      counsel_firm: assigned ? counselOf(assigned).firm : null,
    };
  });
  return { items, next_cursor: nextCursor };
}

async function find(filters: Filters, paging: Paging, now: string) {
  const { search } = filters;
  if (search !== undefined && anId.test(search)) {
    const record = await getReview(search.toLowerCase());
    return { records: record && fits(record, filters) ? [record] : [], nextCursor: null };
  }
  const counsel = search === undefined ? null : await counselNamed(search);
  const page = await readPage(listingFor(filters, counsel), paging);
  const records = page.items
    .map(reviewOf)
    .filter((record) => fits(record, filters))
    .filter((record) => filters.expires_before === undefined || !isPastExpiry(record, now));
  return { records, nextCursor: page.nextCursor };
}

const fits = (record: ReviewRecord, { status, framework_id, counsel_id }: Filters): boolean =>
  (status === undefined || record.status === status) &&
  (framework_id === undefined || record.framework_id === framework_id) &&
  (counsel_id === undefined || record.counsel_id === counsel_id);

/** Ids of the counsel in whose name, firm or e-mail the text occurs, whatever its case. */
async function counselNamed(text: string): Promise<string[]> {
  const part = text.toLowerCase();
  const found = await Promise.all(
    [true, false].map((active) => queryAll({ index: "gsi1", pk: counselPartitions.all(active) })),
  );
  return found
    .flat()
    .map(counselOf)
    .filter(({ display_name, firm, email }) =>
      [display_name, firm ?? "", email].some((value) => value.toLowerCase().includes(part)),
    )
    .sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
    .slice(0, MOST_COUNSEL)
    .map(({ id }) => id);
}

function listingFor(filters: Filters, searched: readonly string[] | null): Listing {
  const { status, framework_id, counsel_id, expires_before } = filters;
  const scope = JSON.stringify([
    "reviews",
    status,
    framework_id,
    counsel_id,
    searched,
    expires_before,
  ]);
  if (expires_before !== undefined) {
    return { scope, index: "gsi4", partitions: [reviewPartitions.due], below: expires_before };
  }
  const newestFirst = { scope, descending: true };
  const ids = counsel_id === undefined ? searched : [counsel_id];
  if (ids !== null) {
    const partitions = ids.flatMap((id) =>
      partitionsFor(status, (s) => reviewPartitions.counsel(id, s)),
    );
    return { ...newestFirst, index: "gsi3", partitions };
  }
  if (framework_id !== undefined) {
    const partitions = partitionsFor(status, (s) => reviewPartitions.framework(framework_id, s));
    return { ...newestFirst, index: "gsi2", partitions };
  }
  return { ...newestFirst, index: "gsi1", partitions: partitionsFor(status, reviewPartitions.all) };
}
