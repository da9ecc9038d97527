import type { CounselRecord } from "#shared/domain/counsel/counsel.ts";
import type { Message } from "#shared/domain/courier/message.ts";
import { remindersOf } from "#shared/domain/courier/review-message.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { hashLinkToken, stopToken } from "#shared/domain/reviews/link-token.ts";
import { promiseMail } from "#shared/domain/reviews/mail-transitions.ts";
import type { PendingReview, ReviewRecord } from "#shared/domain/reviews/review.ts";
import { mailSenderAddress } from "#shared/platform/mail-settings.ts";
import { putStopLink, readCounselMail } from "#shared/store/counsel-mail.ts";
import { promise, promiseAgain } from "#shared/store/outbox.ts";
import type { Action } from "#shared/store/transact.ts";

/** How a link reaches counsel: the admin forwards it, or it is mailed. */
export type Deliver = "manual" | "mail";

/** @throws DomainError `mail_not_configured`, `counsel_mail_stopped` */
export async function requireMail(deliver: Deliver, counsel: CounselRecord): Promise<void> {
  if (deliver === "manual") return;
  if (mailSenderAddress() === null) {
    throw new DomainError(
      "mail_not_configured",
      "The platform has no mail sender (MAIL_FROM); forward the link yourself.",
    );
  }
  const { stopped } = await readCounselMail(counsel);
  if (stopped === null) return;
  const why =
    stopped === "bounced" ? "mail to it bounced" : "a mail to it was reported as unwanted";
  throw new DomainError(
    "counsel_mail_stopped",
    `Nothing is mailed to ${counsel.email}: ${why}. Correct the address, or forward the link yourself.`,
  );
}

/**
 * Promises a request's link by mail, and with its first one the reminders: the record as it is
 * then, and what joins its transaction.
 */
export function promiseReviewMail(
  record: PendingReview,
  { token, email, now }: { token: string; email: string; now: string },
): { record: PendingReview; actions: readonly Action[] } {
  const { after, message } = promiseMail(record, "link", now);
  // A panel's transaction has no room for them: they are promised once the link is out.
  const isReminded = record.mailing === null && record.panel_id === null;
  return {
    record: after,
    actions: [
      promise(message),
      ...(isReminded ? reminders(record, now).map(promise) : []),
      putStopLink(hashLinkToken(stopToken(token)), record.counsel_id, email),
    ],
  };
}

/** The reminders of a request that still lie ahead. */
const reminders = (record: ReviewRecord, now: string): Message[] =>
  remindersOf(record).filter(({ due_at }) => due_at > now);

/** Promises the mail that tells counsel of more time, with reminders anew. */
export function promiseExtensionMail(
  record: PendingReview,
  now: string,
): { record: PendingReview; actions: readonly Action[] } {
  const { after, message } = promiseMail(record, "extended", now);
  return { record: after, actions: [message, ...reminders(record, now)].map(promise) };
}

/**
 * The reminders of a panel's member, whose link was sent just now. Each has one place in the
 * outbox, so that promising it again changes nothing.
 */
export const remindersAfter = (message: Message, record: ReviewRecord, now: string): Action[] =>
  message.kind === "review_link" && record.panel_id !== null
    ? reminders(record, now).map(promiseAgain)
    : [];
