import type { MailStatus } from "#shared/domain/courier/mail-status.ts";
import { type ReviewRecord, statusAt } from "#shared/domain/reviews/review.ts";
import { dueBefore, isOpenAtStage, type Stage } from "#shared/domain/reviews/stage.ts";
import type { ReviewStatus } from "#shared/domain/reviews/statuses.ts";
import { allCounsel, getCounselByIds } from "#shared/store/counsel.ts";
import { bytesOf, PAGE_BYTES, type Page, type Paging, pageInSteps } from "#shared/store/page.ts";
import { pageOfReviews, type ReviewFilters } from "#shared/store/review-lists.ts";
import { getReview } from "#shared/store/reviews.ts";
import { calledIn } from "./called-in.ts";

interface Filters {
  status?: ReviewStatus | undefined;
  framework_id?: string | undefined;
  counsel_id?: string | undefined;
  mail?: MailStatus | undefined;
  search?: string | undefined;
  expires_before?: string | undefined;
  stage?: Stage | undefined;
}

const anId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * A page of the queue, each review with its status by the clock, what people call it, and the name
 * and firm of its counsel.
 */
export async function listReviews(filters: Filters, paging: Paging, now: string) {
  const { items: records, nextCursor } = await find(filters, paging, now);
  const counsel = await getCounselByIds(records.map(({ counsel_id }) => counsel_id));
  const items = records.map((record, index) => ({
    ...record,
    ...calledIn(record),
    status: statusAt(record, now),
    counsel_display_name: counsel[index]?.display_name ?? "",
    counsel_firm: counsel[index]?.firm ?? null,
  }));
  return { items, next_cursor: nextCursor };
}

async function find(filters: Filters, paging: Paging, now: string): Promise<Page<ReviewRecord>> {
  const { search, framework_id, counsel_id, mail, stage } = filters;
  const status = stage === undefined ? filters.status : "pending";
  const expires_before = filters.expires_before ?? (stage === "due" ? dueBefore(now) : undefined);
  const isId = search !== undefined && anId.test(search);
  const named = search === undefined || isId ? undefined : await counselNamed(search);
  const fits = (record: ReviewRecord): boolean =>
    (filters.status === undefined || statusAt(record, now) === filters.status) &&
    (stage === undefined || isOpenAtStage(record, stage, now)) &&
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
  const listed = { status, framework_id, counsel_ids, expires_before };
  if (stage !== undefined) {
    return pageInSteps(paging, (step) => pageOfReviews(listed, step, fits));
  }
  const page =
    status === "expired" && expires_before === undefined
      ? await pageOfExpired(listed, paging, now)
      : await pageOfReviews(listed, paging);
  return { items: page.items.filter(fits), nextCursor: page.nextCursor };
}

/** Marks the cursors within what has run out of time since the daily job. */
const OVERDUE = "overdue:";

/** What has run out of time since the daily job, most overdue first, then what the job ended. */
async function pageOfExpired(
  filters: ReviewFilters,
  paging: Paging,
  now: string,
): Promise<Page<ReviewRecord>> {
  const { limit, cursor } = paging;
  if (cursor !== undefined && !cursor.startsWith(OVERDUE)) return pageOfReviews(filters, paging);
  const after = cursor?.slice(OVERDUE.length);
  const due = { framework_id: filters.framework_id, expires_before: now };
  const overdue = await pageOfReviews(due, { limit, ...(after ? { cursor: after } : {}) });
  const { items, nextCursor } = overdue;
  if (nextCursor !== null) return { items, nextCursor: `${OVERDUE}${nextCursor}` };
  const last = items.length < limit ? undefined : items.at(-1);
  if (last) return { items, nextCursor: `${OVERDUE}${last.expires_at}#${last.id}` };
  const bytes = PAGE_BYTES - bytesOf(items);
  const ended = await pageOfReviews(filters, { limit: limit - items.length, bytes });
  return { items: [...items, ...ended.items], nextCursor: ended.nextCursor };
}

/** Whether a review is open now and expires before an instant. */
const isDue = (record: ReviewRecord, before: string, now: string): boolean =>
  statusAt(record, now) === "pending" && record.expires_at < before;

/** Ids of the counsel whose name, firm or e-mail contains the text, ignoring case. */
async function counselNamed(text: string): Promise<Set<string>> {
  const part = text.toLowerCase();
  const named = (await allCounsel()).filter(({ display_name, firm, email }) =>
    [display_name, firm ?? "", email].some((value) => value.toLowerCase().includes(part)),
  );
  return new Set(named.map(({ id }) => id));
}
