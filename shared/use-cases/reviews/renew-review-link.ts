import { randomBytes, randomUUID } from "node:crypto";
import { notBefore } from "#shared/domain/audit/row.ts";
import { signerOf } from "#shared/domain/counsel/counsel.ts";
import { DomainError, noSuch } from "#shared/domain/errors.ts";
import { hashLinkToken, magicLinkUrl, newLinkToken } from "#shared/domain/reviews/link-token.ts";
import { renewLink as renewed } from "#shared/domain/reviews/mail-transitions.ts";
import { isPending, statusAt } from "#shared/domain/reviews/review.ts";
import { leaveCanaryAlone } from "#shared/domain/service/canary.ts";
import { appUrl } from "#shared/platform/settings.ts";
import { currentReview, getReview, replaceLink } from "#shared/store/reviews.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { getSignedCounsel } from "#shared/use-cases/counsel/signed-counsel.ts";
import {
  type Deliver,
  promiseReviewMail,
  requireMail,
} from "#shared/use-cases/courier/promise-review-mail.ts";
import { announceMail } from "#shared/use-cases/webhooks/announce-event.ts";
import { askedInRows } from "./asked-in-rows.ts";

interface Renewal {
  reviewId: string;
  deliver: Deliver;
  actorUserId: string;
  now: string;
}

/**
 * Gives an open request a new link; the old one leads nowhere from then on.
 * @throws DomainError `not_found`, `review_not_pending`, `mail_not_configured`,
 *   `counsel_mail_stopped`, `state_differs`, `forbidden` for the canary's
 */
export async function renewReviewLink({ reviewId, deliver, actorUserId, now }: Renewal) {
  const token = newLinkToken(randomBytes);
  const link = magicLinkUrl(appUrl(), token);
  await retryOnConflict(await getReview(reviewId), async (record) => {
    if (record === null) throw noSuch("review");
    leaveCanaryAlone(record);
    const status = statusAt(record, notBefore(record.audit_head, now));
    if (!isPending(record) || status !== "pending") {
      throw new DomainError("review_not_pending", `The review is already ${status}.`);
    }
    const { told, panel } = await askedInRows(record);
    const counsel = await getSignedCounsel(told.counsel_id);
    if (counsel === null) throw new Error("A review names a counsel who is not there.");
    await requireMail(deliver, counsel);
    const changed = { link, token_hash: hashLinkToken(token), actorUserId, id: randomUUID(), now };
    const { after: before, row } = renewed(told, changed);
    const { record: after, actions } =
      deliver === "mail"
        ? promiseReviewMail(before, { token, email: counsel.email, now })
        : { record: before, actions: undefined };
    const more = { signer: signerOf(counsel), panel, row, mail: actions };
    const outcome = await replaceLink(record, after, more);
    return outcome.committed ? { done: after } : { conflict: currentReview(outcome) };
  });
  if (deliver === "mail") await announceMail();
  return { magic_link_url: link };
}
