import type { AuditRow } from "#shared/domain/audit/row.ts";
import { reviewMessage } from "#shared/domain/courier/review-message.ts";
import { noticeOf, timesOf } from "#shared/domain/reviews/question.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { promiseAgain } from "#shared/store/outbox.ts";
import type { Action } from "#shared/store/transact.ts";

/** What a notice is about: a question, mailed to the requester, or an answer, mailed to counsel. */
export type NoticeKind = "question" | "answer";

/**
 * Promises the mail that covers the newest question or answer, if the request goes by mail. The mail may
 * have begun with an earlier one, before the request went by mail.
 * @param rows of the request, including the row that is being written
 */
export function promiseNotice(
  { id, mailing }: ReviewRecord,
  kind: NoticeKind,
  rows: readonly AuditRow[],
): Action[] {
  if (mailing === null) return [];
  const times = timesOf(kind === "question" ? "questions" : "answers", rows);
  const { number, due_at } = noticeOf(times);
  return [promiseAgain(reviewMessage({ reviewId: id, kind, number }, due_at))];
}
