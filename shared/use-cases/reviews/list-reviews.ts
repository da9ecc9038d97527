import type { MailStatus } from "#shared/domain/courier/mail-status.ts";
import { isPastExpiry, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import type { ReviewStatus } from "#shared/domain/reviews/statuses.ts";
import { allCounsel, getCounselByIds } from "#shared/store/counsel.ts";
import type { Page, Paging } from "#shared/store/page.ts";
import { pageOfReviews } from "#shared/store/review-lists.ts";
import { getReview } from "#shared/store/reviews.ts";

interface Filters {
  status?: ReviewStatus | undefined;
  framework_id?: string | undefined;
  counsel_id?: string | undefined;
  mail?: MailStatus | undefined;
  search?: string | undefined;
  expires_before?: string | undefined;
}

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
  const { search, status, framework_id, counsel_id, mail, expires_before } = filters;
  const isId = search !== undefined && anId.test(search);
  const named = search === undefined || isId ? undefined : await counselNamed(search);
  const fits = (record: ReviewRecord): boolean =>
    (status === undefined || record.status === status) &&
    (framework_id === undefined || record.framework_id === framework_id) &&
    (counsel_id === undefined || record.counsel_id === counsel_id) &&
    (mail === undefined || record.mail?.status === mail) &&
    (named === undefined || named.has(record.counsel_id)) &&
    (expires_before === undefined || isDue(record, expires_before, now));
  if (isId) {
    const record = await getReview(search.toLowerCase());
    return { items: record && fits(record) ? [record] : [], nextCursor: null };
  }
  const counsel =
    counsel_id === undefined ? named : [counsel_id].filter((id) => named?.has(id) ?? true);
  const counsel_ids = counsel && [...counsel];
  const page = await pageOfReviews({ status, framework_id, counsel_ids, expires_before }, paging);
  return { items: page.items.filter(fits), nextCursor: page.nextCursor };
}

/** Whether a review is open now and expires before an instant. */
const isDue = (record: ReviewRecord, before: string, now: string): boolean =>
  record.status === "pending" && record.expires_at < before && !isPastExpiry(record, now);

/** Ids of the counsel whose name, firm or e-mail contains the text, ignoring case. */
async function counselNamed(text: string): Promise<Set<string>> {
  const part = text.toLowerCase();
  const named = (await allCounsel()).filter(({ display_name, firm, email }) =>
    [display_name, firm ?? "", email].some((value) => value.toLowerCase().includes(part)),
  );
  return new Set(named.map(({ id }) => id));
}
