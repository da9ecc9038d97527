import type { MailStatus } from "#shared/domain/courier/mail-status.ts";
import {
  findRules,
  isAsked,
  namesAll,
  readId,
  readQuestion,
} from "#shared/domain/evidence/question/question.ts";
import { type ReviewRecord, statusAt } from "#shared/domain/reviews/review.ts";
import { dueBefore, isOpenAtStage, type Stage } from "#shared/domain/reviews/stage.ts";
import type { ReviewStatus } from "#shared/domain/reviews/statuses.ts";
import { allCounsel, getCounselByIds } from "#shared/store/counsel.ts";
import { allFrameworks } from "#shared/store/frameworks.ts";
import { fitting, type Page, type Paging, pageInSteps } from "#shared/store/page.ts";
import { overdueNow, pageOfReviews, type ReviewFilters } from "#shared/store/review-lists.ts";
import { getReview, placeOf } from "#shared/store/reviews.ts";
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

/**
 * A page of the queue. Each review has its status as of now, the names that people use for it, and the
 * name and firm of its counsel.
 */
export async function listReviews(filters: Filters, paging: Paging, now: string) {
  const { items: records, next_cursor } = await find(filters, paging, now);
  const counsel = await getCounselByIds(records.map(({ counsel_id }) => counsel_id));
  const items = records.map((record, index) => ({
    ...record,
    ...calledIn(record),
    status: statusAt(record, now),
    counsel_display_name: counsel[index]?.display_name ?? "",
    counsel_firm: counsel[index]?.firm ?? null,
  }));
  return { items, next_cursor };
}

async function find(filters: Filters, paging: Paging, now: string): Promise<Page<ReviewRecord>> {
  const { search, framework_id, counsel_id, mail, stage } = filters;
  const status = stage === undefined ? filters.status : "pending";
  const expires_before = filters.expires_before ?? (stage === "due" ? dueBefore(now) : undefined);
  const sought = search === undefined ? anyReview : await soughtBy(search);
  const fits = (record: ReviewRecord): boolean =>
    (filters.status === undefined || statusAt(record, now) === filters.status) &&
    (stage === undefined || isOpenAtStage(record, stage, now)) &&
    (framework_id === undefined || record.framework_id === framework_id) &&
    (counsel_id === undefined || record.counsel_id === counsel_id) &&
    (mail === undefined || record.mail?.status === mail) &&
    sought.fits(record) &&
    (expires_before === undefined || isDue(record, expires_before, now));
  if (sought.id !== null) {
    const record = await getReview(sought.id);
    return { items: record && fits(record) ? [record] : [], next_cursor: null };
  }
  const counsel_ids = counsel_id === undefined ? sought.counselIds : [counsel_id];
  const listed = { status, framework_id, counsel_ids, expires_before };
  const isExpired = status === "expired" && expires_before === undefined;
  // Nearly all that the index lists is wanted: only pending reviews that are overdue are not.
  const isListed =
    [stage, search, mail, expires_before].every((filter) => filter === undefined) &&
    (framework_id === undefined || counsel_id === undefined);
  return pageInSteps(paging, async (step) => {
    const keep = isListed && step.cursor === paging.cursor ? undefined : fits;
    const page = isExpired
      ? await pageOfExpired(listed, step, { fits, keep }, now)
      : await pageOfReviews(listed, step, keep);
    return { ...page, items: page.items.filter(fits) };
  });
}

type Fits = (record: ReviewRecord) => boolean;

/** The criteria of a search. */
interface Sought {
  /** The only review that can match. */
  id: string | null;
  /** Only reviews of these counsel can match. */
  counselIds: readonly string[] | undefined;
  fits: Fits;
}

const anyReview: Sought = { id: null, counselIds: undefined, fits: () => true };

/** Screens print this many characters of an id. A longer one is a whole id. */
const SHORT_ID = 8;

/**
 * Reads a search: an id or its first eight characters, or anything that a row of the queue shows:
 * articles, counsel, rule book, who asked, a reference, a day. If it names only counsel, only their
 * reviews are read.
 */
async function soughtBy(search: string): Promise<Sought> {
  const id = readId(search);
  if (id !== null) {
    const isWhole = id.length > SHORT_ID;
    return { ...anyReview, id: isWhole ? id : null, fits: (one) => one.id.startsWith(id) };
  }
  const [counsel, books] = await Promise.all([allCounsel(), allFrameworks()]);
  const question = readQuestion(search, "");
  const { day } = question;
  const namesOfCounsel = new Map(
    counsel.map((one) => [one.id, [one.display_name, one.firm, one.email]]),
  );
  const namesOfBook = new Map(
    books.map((one) => [one.id, [one.short_name, one.display_name, one.id]]),
  );
  const named = counsel.filter((one) => namesAll(question, namesOfCounsel.get(one.id) ?? []));
  const says = (record: ReviewRecord): boolean => {
    const { articles, rules, requester } = record.called;
    const citations = articles.map((label) => ({ label }));
    const asked = { use_case_id: record.id, title: rules.join("\n"), citations };
    const names = [
      ...(namesOfCounsel.get(record.counsel_id) ?? []),
      ...(namesOfBook.get(record.framework_id) ?? []),
      requester,
      record.matter_reference,
      record.counsel_reference,
    ];
    return findRules([asked], question, () => names).length > 0;
  };
  return {
    id: null,
    counselIds: named.length > 0 && day === null ? named.map((one) => one.id) : undefined,
    fits: (record) =>
      (day === null || isOfDay(record, day)) && (!isAsked(question) || says(record)),
  };
}

/** Whether a time that the queue shows for a review falls on a day in UTC. */
const isOfDay = ({ created_at, decided_at, expires_at }: ReviewRecord, day: string): boolean =>
  [created_at, decided_at, expires_at].some((at) => at?.startsWith(day));

/**
 * Reviews that have run out of time: those that the daily job has ended, and those that it will end.
 * The latter are read first, because the job may end them in between.
 */
async function pageOfExpired(
  filters: ReviewFilters,
  paging: Paging,
  { fits, keep }: { fits: Fits; keep: Fits | undefined },
  now: string,
): Promise<Page<ReviewRecord>> {
  const overdue = await overdueNow(filters.framework_id, now);
  const ended = await pageOfReviews(filters, paging, keep);
  const known = new Set(ended.items.map(({ id }) => id));
  const isOnPage = (record: ReviewRecord): boolean => {
    const place = placeOf(record);
    const isAfter = paging.cursor === undefined || place < paging.cursor;
    return isAfter && (ended.next_cursor === null || place > ended.next_cursor);
  };
  const added = overdue.filter((one) => fits(one) && !known.has(one.id) && isOnPage(one));
  const all = [...ended.items, ...added].sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
  const items = all.slice(0, fitting(all, paging.limit));
  const last = items.at(-1);
  const isCut = items.length < all.length && last !== undefined;
  return { items, next_cursor: isCut ? placeOf(last) : ended.next_cursor };
}

/** Whether a review is open now and expires before an instant. */
const isDue = (record: ReviewRecord, before: string, now: string): boolean =>
  statusAt(record, now) === "pending" && record.expires_at < before;
