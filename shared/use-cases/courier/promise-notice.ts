import type { AuditRow } from "#shared/domain/audit/row.ts";
import { reviewMessage } from "#shared/domain/courier/review-message.ts";
import { noticeBegunBy, noticeDueAt, timesOf } from "#shared/domain/reviews/question.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { promise } from "#shared/store/outbox.ts";
import type { Action } from "#shared/store/transact.ts";

/** What a notice is about: a question, mailed to the requester, or an answer, mailed to counsel. */
export type NoticeKind = "question" | "answer";

/**
 * Promises the mail about the newest question or answer, if the request goes by mail and no earlier
 * mail covers it.
 * @param rows of the request, including the row that is being written
 */
export function promiseNotice(
  { id, mailing }: ReviewRecord,
  kind: NoticeKind,
  rows: readonly AuditRow[],
): Action[] {
  const times = timesOf(kind === "question" ? "questions" : "answers", rows);
  const number = mailing === null ? null : noticeBegunBy(times);
  if (number === null) return [];
  return [promise(reviewMessage({ reviewId: id, kind, number }, noticeDueAt(times.at(-1) ?? "")))];
}
