import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { invitedBy } from "#shared/domain/courier/key-message.ts";
import type { BounceKind } from "#shared/domain/courier/mail-status.ts";
import { readReviewMessageId } from "#shared/domain/courier/review-message.ts";
import {
  type MailNews,
  mailed,
  mailNews,
  stopsMail,
} from "#shared/domain/reviews/mail-transitions.ts";
import type { Transition } from "#shared/domain/reviews/transitions.ts";
import {
  firstOfItsKind,
  type StopReason,
  stopMail,
  wasMailed,
} from "#shared/store/counsel-mail.ts";
import { putLoggedRow } from "#shared/store/logged-rows.ts";
import { currentReview, getReview, moveReview } from "#shared/store/reviews.ts";
import { type Action, retryOnConflict } from "#shared/store/transact.ts";
import { stopMailToCounsel } from "./stop-mail-to-counsel.ts";

/** The part of an SES event on the default bus that is read; the tag `message` is the message id. */
const mailEvent = z.object({
  "detail-type": z.string(),
  source: z.literal("aws.ses"),
  detail: z.object({
    mail: z.object({
      messageId: z.string(),
      tags: z.object({ message: z.array(z.string()).check(z.minLength(1)) }),
      destination: z.array(z.string()).check(z.minLength(1)),
    }),
    bounce: z.optional(z.object({ bounceType: z.string() })),
    complaint: z.nullish(z.object({ complaintFeedbackType: z.optional(z.unknown()) })),
  }),
});

const kindOf = (bounceType: string | undefined): BounceKind => {
  if (bounceType === "Permanent") return "permanent";
  return bounceType === "Transient" ? "transient" : "undetermined";
};

/** The report of a recipient who took the mail out of the spam folder; SES sends it as a complaint. */
const NOT_SPAM = "not-spam";

function newsIn({ "detail-type": type, detail }: z.output<typeof mailEvent>): MailNews | null {
  if (type === "Email Delivered") return { event: "delivered" };
  if (type === "Email Bounced") {
    return { event: "bounced", kind: kindOf(detail.bounce?.bounceType) };
  }
  if (type === "Email Rejected") return { event: "bounced", kind: "rejected" };
  if (detail.complaint?.complaintFeedbackType === NOT_SPAM) return null;
  return type === "Email Complaint Received" ? { event: "complained" } : null;
}

const reasonOf = ({ event }: MailNews): StopReason => (event === "complained" ? event : "bounced");

/** `ignored`: not our event; `unknown`: its mail is not known; `repeated`: recorded before. */
export type MailEventOutcome = "recorded" | "repeated" | "unknown" | "ignored";

/**
 * Records what SES reports about a mail, each event once and in any order (reviews-that-run, "Mail"). A
 * permanent bounce that follows a transient one is another event. The sending is recorded first, even
 * if the courier has not done so yet. A permanent bounce or a complaint stops mail to the address,
 * whoever is registered with it. This also applies to an invitation to enrol a key.
 */
export async function receiveMailEvents(
  payload: unknown,
  now: string,
): Promise<{ outcome: MailEventOutcome }> {
  const read = z.safeParse(mailEvent, payload);
  if (!read.success) return { outcome: "ignored" };
  const { detail } = read.data;
  const news = newsIn(read.data);
  const message = detail.mail.tags.message[0] ?? "";
  const told = readReviewMessageId(message);
  const counselId = invitedBy(message);
  const email = (detail.mail.destination[0] ?? "").toLowerCase();
  if (news !== null && counselId !== null && stopsMail(news)) {
    const first = firstOfItsKind(message, news);
    const reason = reasonOf(news);
    return { outcome: await stopMailToCounsel({ first, email, counselId, reason, now }) };
  }
  if (news === null || told === null) return { outcome: "ignored" };
  // The mail went to the requester: no row records it, and counsel's mail is not affected.
  if (told.kind === "question") return { outcome: "ignored" };
  const mail = { message_id: detail.mail.messageId, to: email };
  const outcome = await retryOnConflict(await getReview(told.reviewId), async (review) => {
    if (review?.mailing == null) return { done: "unknown" as const };
    const sent = (await wasMailed(message))
      ? null
      : mailed(review, message, mail, { id: randomUUID(), now });
    const before = sent?.after ?? review;
    const { after, row } = mailNews(before, message, news, { id: randomUUID(), now });
    const written = await moveReview(review, after, row, {
      first: firstOfItsKind(message, news),
      sent: sent === null ? undefined : sentActions(message, sent),
      stop: stopsMail(news) ? stopMail(email, reasonOf(news)) : undefined,
    });
    if (written.committed) return { done: "recorded" as const };
    if (written.failed.has("first")) return { done: "repeated" as const };
    return { conflict: currentReview(written) ?? review };
  });
  return { outcome };
}

/** The row of a mail that SES reports before the courier has recorded that it was sent. */
const sentActions = (message: string, { after, row }: Transition): Action[] => [
  firstOfItsKind(message, { event: "mailed" }),
  ...putLoggedRow(row, { chainLength: after.audit_head.length }),
];
