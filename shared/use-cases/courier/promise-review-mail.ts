import type { CounselRecord } from "#shared/domain/counsel/counsel.ts";
import type { Message } from "#shared/domain/courier/message.ts";
import { remindersOf } from "#shared/domain/courier/review-message.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { linkMails, promiseMail } from "#shared/domain/reviews/mail-transitions.ts";
import type { PendingReview, ReviewRecord } from "#shared/domain/reviews/review.ts";
import { mailSenderAddress } from "#shared/platform/mail-settings.ts";
import { readCounselMail } from "#shared/store/counsel-mail.ts";
import { promise, promiseAgain } from "#shared/store/outbox.ts";
import type { Action } from "#shared/store/transact.ts";
import { needsTwoPeople } from "#shared/use-cases/counsel/two-people.ts";

/** How a link reaches counsel: the admin forwards it, or it is mailed. */
export type Deliver = "manual" | "mail";

/**
 * How a link reaches counsel. Where two people are needed, it is sent only by mail.
 * @param asked undefined: the requester left it open
 * @throws DomainError `manual_delivery_disabled`
 */
export function deliveryOf(asked: Deliver | undefined, frameworkId: string): Deliver {
  if (!needsTwoPeople(frameworkId)) return asked ?? "manual";
  if (asked !== "manual") return "mail";
  throw new DomainError(
    "manual_delivery_disabled",
    "Counsel's links go by mail only here, so that nobody else holds one. Leave deliver out, or say mail.",
    { errors: [{ path: "deliver", message: "must be mail" }] },
  );
}

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
 * Promises a request's link by mail, and the reminders that are still to come. Returns the record after
 * that, and the actions that join its transaction. Each reminder has one place in the outbox, so promising
 * it again with a new link changes nothing.
 * @param sealed the token, encrypted, where links are sent only by mail; null: a row contains the link
 */
export function promiseReviewMail(
  record: PendingReview,
  { sealed, now }: { sealed: string | null; now: string },
): { record: PendingReview; actions: readonly Action[] } {
  const { after, message } = promiseMail(record, "link", now);
  // A panel's transaction has no room for the reminders, and a link that is sent only by mail may have to
  // wait. In these cases they are promised once the link is out.
  const isReminded = record.panel_id === null && sealed === null;
  return {
    record: after,
    actions: [
      promise(withToken(message, sealed)),
      ...(isReminded ? reminders(record, now).map(promiseAgain) : []),
    ],
  };
}

const withToken = (message: Message, sealed: string | null): Message =>
  sealed === null ? message : { ...message, sealed };

/** The reminders of a request that are still to come. */
const reminders = (record: ReviewRecord, now: string): Message[] =>
  remindersOf(record).filter(({ due_at }) => due_at > now);

/**
 * Promises the mail about counsel's extra time, and new reminders.
 * @param sealed the token, encrypted, where links are sent only by mail
 */
export function promiseExtensionMail(
  record: PendingReview,
  sealed: string | null,
  now: string,
): { record: PendingReview; actions: readonly Action[] } {
  const { after, message } = promiseMail(record, "extended", now);
  const messages = [message, ...reminders(record, now)].map((one) => withToken(one, sealed));
  return { record: after, actions: messages.map(promise) };
}

/**
 * The reminders of a request whose link was just sent, if they were not promised with the link. Each
 * has one place in the outbox, so promising it again changes nothing but the link that it carries.
 */
export function remindersAfter(message: Message, record: ReviewRecord, now: string): Action[] {
  const { kind, sealed = null } = message;
  if (kind !== "review_link" || (record.panel_id === null && sealed === null)) return [];
  // The mail of an earlier link may be recorded after that of a newer one.
  if (message.id !== linkMails(record.id, record.mailing?.links ?? 0).link) return [];
  return reminders(record, now).map((one) => promiseAgain(withToken(one, sealed)));
}
