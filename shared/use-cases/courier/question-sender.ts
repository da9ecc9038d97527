import { isPending, statusAt } from "#shared/domain/reviews/review.ts";
import { now } from "#shared/platform/clock.ts";
import { log } from "#shared/platform/log.ts";
import { mailReplyAddress, mailSenderAddress } from "#shared/platform/mail-settings.ts";
import { appUrl } from "#shared/platform/settings.ts";
import { reviewTrail } from "#shared/store/audit-trails.ts";
import { getFramework } from "#shared/store/frameworks.ts";
import { getLogKeys } from "#shared/store/log-keys.ts";
import { type ClaimedMessage, releaseMessage } from "#shared/store/outbox.ts";
import { getReview } from "#shared/store/reviews.ts";
import { calledIn } from "#shared/use-cases/reviews/called-in.ts";
import { questionsOf } from "#shared/use-cases/reviews/questions-under-link.ts";
import type { Delivery, Sender } from "./run-courier.ts";

/** A mail to the requester. It says that counsel asked something, never what. */
export interface QuestionMail {
  /** The framework's name as people know it. */
  framework: string;
  /** The articles of its rules, as people call them. */
  articles: readonly string[];
  /** How many questions wait. */
  count: number;
  /** Where the requester reads and answers them. */
  link: string;
}

export type ComposeQuestion = (mail: QuestionMail) => {
  subject: string;
  text: string;
  html: string;
};

/** Mails the requester of a review, or MAIL_REPLY_TO, that a question of counsel waits. */
export const questionSender =
  (compose: ComposeQuestion): Sender =>
  async (claimed, isLast) => {
    const { id, to: reviewId } = claimed.message;
    const from = mailSenderAddress();
    if (from === null) return isLast ? settled(claimed, "given_up") : "again";
    const [review, rows, logKeys] = await Promise.all([
      getReview(reviewId),
      reviewTrail(reviewId),
      getLogKeys(),
    ]);
    if (review === null || !isPending(review) || statusAt(review, now()) !== "pending") {
      return "dropped";
    }
    const waiting = (await questionsOf(rows, logKeys)).filter(({ answer }) => answer === null);
    const to = review.called.requester ?? mailReplyAddress();
    if (waiting.length === 0 || to === null) return "dropped";
    const framework = await getFramework(review.framework_id);
    const words = compose({
      framework: framework?.display_name ?? review.framework_id,
      articles: calledIn(review).articles,
      count: waiting.length,
      link: `${appUrl()}/admin/console/reviews/${reviewId}#questions`,
    });
    const { sendMail } = await import("#shared/platform/aws/mail-sender.ts");
    const sent = await sendMail(from, { ...words, to, key: id });
    if (sent.result === "accepted") return settled(claimed, "sent");
    log("warn", "mail_not_taken", { message_id: id, reason: sent.reason });
    return sent.result === "rejected" || isLast ? settled(claimed, "given_up") : "again";
  };

/** No row records these mails, because Home also shows what waits. */
async function settled(claimed: ClaimedMessage, how: "sent" | "given_up"): Promise<Delivery> {
  return (await releaseMessage(claimed, null)).committed ? how : "lost";
}
