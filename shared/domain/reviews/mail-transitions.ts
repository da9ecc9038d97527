import { auditRow } from "#shared/domain/audit/reviews.ts";
import { type AuditHead, type AuditRow, notBefore } from "#shared/domain/audit/row.ts";
import { sha256Hex } from "#shared/domain/canonical.ts";
import {
  type BounceKind,
  isMailDead,
  type MailStatus,
  saysMore,
} from "#shared/domain/courier/mail-status.ts";
import type { Message } from "#shared/domain/courier/message.ts";
import { readReviewMessageId, reviewMessage } from "#shared/domain/courier/review-message.ts";
import type { PendingReview, ReviewRecord } from "./review.ts";
import { follow, type Transition, twoPeopleOf } from "./transitions.ts";

/*
 * Records what happens to the mail about a request (reviews-that-run, "Mail"). No mail changes the
 * request's status, and a row about a mail may follow the decision.
 */

interface Moment {
  /** Id of the audit row. */
  id: string;
  /** ISO 8601 UTC. */
  now: string;
}

/** Why counsel gets a mail with their link: the link is new, or it has more time. */
export type LinkMail = "link" | "extended";

/** The ids of the mails, of which a request has one, that carry the link promised with this number. */
export const linkMails = (reviewId: string, number: number): Readonly<Record<LinkMail, string>> => {
  const idOf = (kind: LinkMail) => reviewMessage({ reviewId, kind, number }, "").id;
  return { link: idOf("link"), extended: idOf("extended") };
};

/** Marks a request whose link is to be mailed, with the message to promise in the same transaction. */
export function promiseMail<R extends ReviewRecord>(
  record: R,
  kind: LinkMail,
  now: string,
): { after: R; message: Message } {
  const links = (record.mailing?.links ?? 0) + 1;
  const message = reviewMessage({ reviewId: record.id, kind, number: links }, now);
  const messages = withMessage(record.mailing?.messages ?? [], message.id);
  const mail = { status: "queued", at: now } as const;
  return { after: { ...record, mail, mailing: { ...record.mailing, messages, links } }, message };
}

/** A mail that the provider accepted: the id that it got, and the address that it went to. */
export interface SentMail {
  message_id: string;
  to: string;
}

/** SES has accepted a mail. */
export function mailed(
  record: ReviewRecord,
  messageKey: string,
  { message_id, to }: SentMail,
  moment: Moment,
): Transition {
  const told = readReviewMessageId(messageKey);
  const sent = { message_id, to_sha256: sha256Hex(to) };
  const row =
    told?.kind === "reminder"
      ? rowOf(record, "rule_review.reminded", { ...sent, number: told.number }, moment)
      : rowOf(record, "rule_review.link_mailed", sent, moment);
  return { row: row.row, after: noted(record, row.head, messageKey, "sent") };
}

/** Notes from when reminders count, for a request whose first mail had to wait for somebody. */
export const countedFrom = (record: ReviewRecord, at: string): ReviewRecord =>
  record.mailing === null
    ? record
    : { ...record, mailing: { counted_from: at, ...record.mailing } };

/** What SES reports later about a mail. */
export type MailNews =
  | { event: "delivered" }
  | { event: "bounced"; kind: BounceKind }
  | { event: "complained" };

/** Whether the address itself is the cause, so that mailing it again is pointless. */
export const stopsMail = (news: MailNews): boolean =>
  news.event === "complained" || (news.event === "bounced" && news.kind === "permanent");

const statusAfter = (news: MailNews): MailStatus => {
  if (news.event !== "bounced") return news.event;
  return news.kind === "transient" || news.kind === "undetermined" ? "undelivered" : "bounced";
};

/** Records what became of a mail. */
export function mailNews(
  record: ReviewRecord,
  messageKey: string,
  news: MailNews,
  moment: Moment,
): Transition {
  const { row, head } =
    news.event === "bounced"
      ? rowOf(record, "rule_review.mail_bounced", { kind: news.kind }, moment)
      : rowOf(record, `rule_review.mail_${news.event}`, {}, moment);
  return { row, after: noted(record, head, messageKey, statusAfter(news)) };
}

/**
 * The record with the newer mail state. For the newest message, the state that says most counts. For an
 * older message only a final state counts, and only if no new link was promised since.
 */
function noted(
  record: ReviewRecord,
  head: AuditHead,
  message: string,
  status: MailStatus,
): ReviewRecord {
  const after = { ...record, audit_head: head };
  const { mail, mailing } = record;
  if (mail === null || mailing === null) return after;
  const { messages } = mailing;
  const isFinal = isMailDead({ status, at: head.at });
  const changed = { ...after, mail: { status, at: head.at } };
  if (message === messages.at(-1)) return saysMore(status, mail.status) ? changed : after;
  if (messages.includes(message)) {
    return isFinal && messages.indexOf(message) >= newestLink(messages) ? changed : after;
  }
  if (isMailDead(mail) && !isFinal) return after;
  return { ...changed, mailing: { ...mailing, messages: withMessage(messages, message) } };
}

const newestLink = (messages: readonly string[]): number =>
  messages.findLastIndex((id) => isLinkMail(readReviewMessageId(id)?.kind));

const isLinkMail = (kind: string | undefined): boolean => kind === "link" || kind === "extended";

/** How many ids of its newest messages a request keeps. */
const MAX_MESSAGES = 10;

const withMessage = (messages: readonly string[], message: string): string[] =>
  [...messages, message].slice(-MAX_MESSAGES);

type MailAction =
  | "rule_review.link_mailed"
  | "rule_review.reminded"
  | "rule_review.mail_delivered"
  | "rule_review.mail_bounced"
  | "rule_review.mail_complained";

function rowOf(
  record: ReviewRecord,
  action: MailAction,
  more: Readonly<Record<string, unknown>>,
  { id, now }: Moment,
): { row: AuditRow; head: AuditHead } {
  const { counsel_id, framework_id, audit_head } = record;
  const context = { counsel_id, framework_id, ...more };
  return follow(
    record,
    auditRow({
      action,
      resourceId: record.id,
      tenantId: null,
      actorUserId: null,
      context: context as never,
      id,
      at: notBefore(audit_head, now),
    }),
  );
}

/** A new link for a pending request. The previous link stops working. */
export function renewLink(
  record: PendingReview,
  {
    link,
    confirmedBy,
    token_hash,
    actorUserId,
    id,
    now,
  }: Moment & {
    link: string;
    /** If two people are needed: the newest row about counsel; null: they are not. */
    confirmedBy: string | null;
    token_hash: string;
    actorUserId: string;
  },
): Transition<PendingReview> {
  const { counsel_id, framework_id } = record;
  const { row, moved } = follow(
    record,
    auditRow({
      action: "rule_review.link_renewed",
      resourceId: record.id,
      tenantId: null,
      actorUserId,
      context: { counsel_id, framework_id, ...twoPeopleOf(confirmedBy), magic_link_url: link },
      id,
      at: now,
    }),
  );
  return { after: { ...moved, token_hash }, row };
}
