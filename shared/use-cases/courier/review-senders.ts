import { randomUUID } from "node:crypto";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { CounselRecord } from "#shared/domain/counsel/counsel.ts";
import { isMailDead } from "#shared/domain/courier/mail-status.ts";
import type { Message } from "#shared/domain/courier/message.ts";
import { readReviewMessageId, remindersOf } from "#shared/domain/courier/review-message.ts";
import { offeredOf } from "#shared/domain/language.ts";
import {
  asRequestedIn,
  newestLinkRow,
  shownLinkIn,
  tellsExpiry,
} from "#shared/domain/reviews/in-rows.ts";
import {
  hashLinkToken,
  magicLinkUrl,
  stopRemindersUrl,
  stopToken,
  tokenOf,
} from "#shared/domain/reviews/link-token.ts";
import {
  countedFrom,
  mailed,
  mailNews,
  type SentMail,
} from "#shared/domain/reviews/mail-transitions.ts";
import {
  isPastExpiry,
  isPending,
  type PendingReview,
  type ReviewRecord,
} from "#shared/domain/reviews/review.ts";
import type { Transition } from "#shared/domain/reviews/transitions.ts";
import type { SendResult } from "#shared/platform/aws/mail-sender.ts";
import { now } from "#shared/platform/clock.ts";
import { log } from "#shared/platform/log.ts";
import { mailSenderAddress } from "#shared/platform/mail-settings.ts";
import { appUrl } from "#shared/platform/settings.ts";
import { reviewTrail } from "#shared/store/audit-trails.ts";
import {
  firstOfItsKind,
  putStopLink,
  readCounselMail,
  wasMailed,
} from "#shared/store/counsel-mail.ts";
import { getFramework } from "#shared/store/frameworks.ts";
import { getLogKeys } from "#shared/store/log-keys.ts";
import { type ClaimedMessage, sealedIn, settleMessage } from "#shared/store/outbox.ts";
import { currentReview, getReview, moveReview } from "#shared/store/reviews.ts";
import { retryOnConflict, transact } from "#shared/store/transact.ts";
import { offeredLanguages } from "#shared/use-cases/counsel/offered-languages.ts";
import { getSignedCounsel } from "#shared/use-cases/counsel/signed-counsel.ts";
import { awaitsSecondPerson, isRequester } from "#shared/use-cases/counsel/two-people.ts";
import { loadProvenance } from "#shared/use-cases/evidence/load-provenance.ts";
import { genuineRows, tellDifference } from "#shared/use-cases/log/genuine-rows.ts";
import { askedInRows } from "#shared/use-cases/reviews/asked-in-rows.ts";
import { calledIn } from "#shared/use-cases/reviews/called-in.ts";
import { remindersAfter } from "./promise-review-mail.ts";
import type { CounselMailKind, ReviewMail } from "./review-mail.ts";
import type { Delivery, Sender, Senders } from "./run-courier.ts";

/** A mail's words, in text and HTML. */
export type ComposeMail = (mail: ReviewMail) => { subject: string; text: string; html: string };

/** The senders of the messages to counsel. */
export const reviewSenders = (compose: ComposeMail): Pick<Senders, CounselMailKind> => {
  const to =
    (kind: CounselMailKind): Sender =>
    (claimed, isLast) =>
      sendReviewMail(kind, claimed, isLast, compose);
  return {
    review_link: to("review_link"),
    review_reminder: to("review_reminder"),
    review_extended: to("review_extended"),
    review_answer: to("review_answer"),
  };
};

async function sendReviewMail(
  kind: CounselMailKind,
  claimed: ClaimedMessage,
  isLast: boolean,
  compose: ComposeMail,
): Promise<Delivery> {
  const { message } = claimed;
  const from = mailSenderAddress();
  const [stored, rows, logKeys] = await Promise.all([
    getReview(message.to),
    reviewTrail(message.to),
    getLogKeys(),
  ]);
  // Without a sender address, a promised mail waits for one, as in any other outage.
  if (from === null) return isLast ? record(claimed, "given_up") : "again";
  if (stored === null || !isPending(stored)) return "dropped";
  const issued = issuedLink(stored, await genuineRows(rows, logKeys));
  const counsel = issued && (await getSignedCounsel(issued.counsel_id));
  if (issued === null || counsel === null) return "dropped";
  const { review } = issued;
  if (!(await makesSense(message, review, counsel))) return "dropped";
  const link = await linkIn(message, review, issued.link);
  // An answer needs no link: counsel asked under one that they have.
  if (link === null && kind !== "review_answer") return "dropped";
  if (awaitsSecondPerson(counsel)) return "waits";
  if (isRequester(counsel.email, review)) return "dropped";
  const words = compose(await wordsOf(kind, { review, counsel, link }));
  // Loaded only when there is a mail to send, because most runs have none.
  const { sendMail } = await import("#shared/platform/aws/mail-sender.ts");
  // Stored before, because the mail may be out although nobody learns of it.
  if (link !== null) await allowStopping(link, counsel);
  const sent = await sendMail(from, { ...words, to: counsel.email, key: message.id });
  return outcomeOf(sent, claimed, counsel, isLast);
}

/**
 * The newest link of a request, the counsel to whom it was issued, and what is asked until when, by the
 * signed rows. The record may say something else by now.
 * @returns null if no signed rows ask for the review and give it a link; its `link` is null if it was
 * erased
 */
function issuedLink(
  stored: PendingReview,
  rows: readonly AuditRow[],
): { counsel_id: string; review: PendingReview; link: string | null } | null {
  const row = newestLinkRow(rows);
  const review = asRequestedIn(stored, rows.filter(tellsExpiry));
  if (row === null || review === null) {
    tellDifference({
      ...{ resource_type: "rule_review_request", resource_id: stored.id, reason: "link_missing" },
    });
    return null;
  }
  return { counsel_id: String(row.context.counsel_id), review, link: shownLinkIn(rows) };
}

/**
 * The link for a message, at today's address: the row's link, or the message's own where links go by mail
 * alone.
 * @returns null if the link no longer works
 */
async function linkIn(
  message: Message,
  review: PendingReview,
  inRow: string | null,
): Promise<string | null> {
  if (inRow !== null) return magicLinkUrl(appUrl(), tokenOf(inRow));
  // A mail about an answer carries no link of its own, but a waiting reminder does.
  const sealed = message.sealed ?? (await sealedIn(remindersOf(review)));
  if (sealed === null) return null;
  const { id, token_hash } = review;
  const { openToken } = await import("#shared/platform/aws/link-key.ts");
  const token = await openToken(id, sealed);
  return hashLinkToken(token) === token_hash ? magicLinkUrl(appUrl(), token) : null;
}

/** Lets the mail's link stop the reminders to the address that the mail goes to. */
const allowStopping = (link: string, { id, email }: CounselRecord) =>
  transact({ stop: putStopLink(hashLinkToken(stopToken(tokenOf(link))), id, email) });

async function outcomeOf(
  sent: SendResult,
  claimed: ClaimedMessage,
  { email }: CounselRecord,
  isLast: boolean,
): Promise<Delivery> {
  if (sent.result === "accepted") {
    return record(claimed, { message_id: sent.messageId, to: email });
  }
  log("warn", "mail_not_taken", { message_id: claimed.message.id, reason: sent.reason });
  if (sent.result === "rejected") return record(claimed, "rejected");
  return isLast ? record(claimed, "given_up") : "again";
}

/** Whether a message is still wanted (reviews-that-run, "The courier" and "Mail"). */
async function makesSense(
  { id }: Message,
  review: PendingReview,
  counsel: CounselRecord,
): Promise<boolean> {
  const told = readReviewMessageId(id);
  if (told === null || isPastExpiry(review, now())) return false;
  const { stopped, reminders_stopped } = await readCounselMail(counsel);
  if (stopped !== null) return false;
  // Only a row promises this mail, and it covers more than one answer.
  if (told.kind === "answer") return true;
  if (told.kind !== "reminder") return told.number === review.mailing?.links;
  // Counsel who was retired after the request can still decide it, but is not reminded of it.
  if (!counsel.active) return false;
  const reminders = remindersOf(review);
  const place = reminders.findIndex((one) => one.id === id);
  // Reminders from before an extension are no longer sent.
  if (place < 0) return false;
  const next = reminders[place + 1];
  const isOvertaken = next !== undefined && next.due_at <= now();
  return !reminders_stopped && !isMailDead(review.mail) && !isOvertaken;
}

interface About {
  review: PendingReview;
  counsel: CounselRecord;
  link: string | null;
}

async function wordsOf(
  kind: CounselMailKind,
  { review, counsel, link }: About,
): Promise<ReviewMail> {
  const [framework, { panel, delegation }, signed] = await Promise.all([
    getFramework(review.framework_id),
    loadProvenance(review),
    review.panel_id === null ? null : askedInRows(review),
  ]);
  const language = offeredOf(offeredLanguages(), counsel.language);
  return {
    kind,
    language,
    asker: new URL(appUrl()).host,
    counsel: counsel.display_name,
    framework: framework?.display_name ?? review.framework_id,
    ruleCount: review.rule_use_case_ids.length,
    matter: review.matter_reference,
    articles: calledIn(review).articles,
    panel: panel && { ...panel, ...signed?.panel },
    passedOnBy: delegation?.from ?? null,
    mayPassOn: review.may_delegate === true,
    expiresAt: review.expires_at,
    link: link && `${link}?lang=${language}`,
    stopLink: link && `${stopRemindersUrl(appUrl(), tokenOf(link))}?lang=${language}`,
  };
}

function transitionOf(
  { id, kind, has_waited }: Message,
  review: ReviewRecord,
  outcome: Outcome,
  moment: { id: string; now: string },
): Transition {
  if (typeof outcome !== "object") {
    return mailNews(review, id, { event: "bounced", kind: outcome }, moment);
  }
  const { after, row } = mailed(review, id, outcome, moment);
  const isFirst = has_waited === true && kind === "review_link";
  return { after: isFirst ? countedFrom(after, moment.now) : after, row };
}

type Outcome = SentMail | "rejected" | "given_up";

/**
 * Writes the outcome of the message, its row and the end of its claim in one transaction. The row is
 * written even if the request was decided meanwhile, because the mail is out.
 */
async function record(claimed: ClaimedMessage, outcome: Outcome): Promise<Delivery> {
  const { id } = claimed.message;
  return retryOnConflict(await getReview(claimed.message.to), async (review) => {
    if (review === null) return { done: "dropped" };
    const moment = { id: randomUUID(), now: now() };
    const { after, row } = transitionOf(claimed.message, review, outcome, moment);
    const isSent = typeof outcome === "object";
    const isRecorded = isSent && (await wasMailed(id));
    // Reminders must be those of the record as it will be stored, or they are not sent.
    const stored = isRecorded ? review : after;
    const settle = {
      outbox: settleMessage(claimed),
      reminders:
        isSent && isPending(review)
          ? remindersAfter(claimed.message, stored, moment.now)
          : undefined,
    };
    if (isRecorded) {
      // The provider reported on the mail before this, and with that it was recorded as sent.
      return { done: (await transact(settle)).committed ? "sent" : "lost" };
    }
    const first = isSent ? firstOfItsKind(id, { event: "mailed" }) : undefined;
    const written = await moveReview(review, after, row, { ...settle, first });
    if (written.committed)
      return { done: outcome === "given_up" || outcome === "rejected" ? "given_up" : "sent" };
    if (written.failed.has("outbox")) return { done: "lost" };
    return { conflict: currentReview(written) ?? review };
  });
}
