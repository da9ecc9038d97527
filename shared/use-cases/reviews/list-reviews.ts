import {
  isPastExpiry,
  type ReviewRecord,
  type ReviewStatus,
} from "#shared/domain/reviews/review.ts";
import { allCounsel, getCounselByIds } from "#shared/store/counsel.ts";
import type { Page, Paging } from "#shared/store/page.ts";
import { pageOfReviews } from "#shared/store/review-lists.ts";
import { getReview } from "#shared/store/reviews.ts";

interface Filters {
  status?: ReviewStatus | undefined;
  framework_id?: string | undefined;
  counsel_id?: string | undefined;
  search?: string | undefined;
  expires_before?: string | undefined;
}

/** A search that matches more counsel than this is too broad: only the newest of them are used. */
const MOST_COUNSEL = 25;
const anId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A page of the queue, each review with the name and firm of its counsel. */
export async function listReviews(filters: Filters, paging: Paging, now: string) {
  const { items: records, nextCursor } = await find(filters, paging, now);
  const counsel = await getCounselByIds(records.map(({ counsel_id }) => counsel_id));
  const items = records.map((record, index) => ({
    ...record,
    counsel_display_name: counsel[index]?.display_name ?? "",
    counsel_firm: counsel[index]?.firm ?? null,
  }));
  return { items, next_cursor: nextCursor };
}

async function find(filters: Filters, paging: Paging, now: string): Promise<Page<ReviewRecord>> {
  const { search, status, framework_id, counsel_id, expires_before } = filters;
  if (search !== undefined && anId.test(search)) {
    const record = await getReview(search.toLowerCase());
    return { items: record && fits(record, filters) ? [record] : [], nextCursor: null };
  }
  const named = search === undefined ? undefined : await counselNamed(search);
  const counsel_ids = counsel_id === undefined ? named : [counsel_id];
  const page = await pageOfReviews({ status, framework_id, counsel_ids, expires_before }, paging);
  const items = page.items
    .filter((record) => fits(record, filters))
    .filter((record) => expires_before === undefined || !isPastExpiry(record, now));
  return { items, nextCursor: page.nextCursor };
}

const fits = (record: ReviewRecord, { status, framework_id, counsel_id }: Filters): boolean =>
  (status === undefined || record.status === status) &&
  (framework_id === undefined || record.framework_id === framework_id) &&
  (counsel_id === undefined || record.counsel_id === counsel_id);

/** Ids of the counsel whose name, firm or e-mail contains the text, ignoring case. */
async function counselNamed(text: string): Promise<string[]> {
  const part = text.toLowerCase();
  return (await allCounsel())
    .filter(({ display_name, firm, email }) =>
      [display_name, firm ?? "", email].some((value) => value.toLowerCase().includes(part)),
    )
    .sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
    .slice(0, MOST_COUNSEL)
    .map(({ id }) => id);
}
