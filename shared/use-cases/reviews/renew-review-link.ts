import { randomBytes, randomUUID } from "node:crypto";
import { notBefore } from "#shared/domain/audit/row.ts";
import { signerOf } from "#shared/domain/counsel/counsel.ts";
import { DomainError, noSuch } from "#shared/domain/errors.ts";
import {
  hashedLink,
  hashLinkToken,
  magicLinkUrl,
  newLinkToken,
} from "#shared/domain/reviews/link-token.ts";
import { renewLink as renewed } from "#shared/domain/reviews/mail-transitions.ts";
import { isPending, statusAt } from "#shared/domain/reviews/review.ts";
import { leaveCanaryAlone } from "#shared/domain/service/canary.ts";
import type { Acting } from "#shared/domain/tenants/tenant.ts";
import { sealToken } from "#shared/platform/aws/link-key.ts";
import { appUrl } from "#shared/platform/settings.ts";
import { readDeployment } from "#shared/store/deployment.ts";
import { currentReview, getReview, replaceLink } from "#shared/store/reviews.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import {
  isRequester,
  needsTwoPeople,
  requesterAgain,
  requireSecondPerson,
} from "#shared/use-cases/counsel/two-people.ts";
import {
  type Deliver,
  deliveryOf,
  promiseReviewMail,
  requireMail,
} from "#shared/use-cases/courier/promise-review-mail.ts";
import { noteTwoPeople } from "#shared/use-cases/setup/note-two-people.ts";
import { announceMail } from "#shared/use-cases/webhooks/announce-event.ts";
import { askedOfCounsel } from "./asked-of-counsel.ts";
import { requireKeyOf } from "./require-signing-key.ts";

interface Renewal {
  reviewId: string;
  /** undefined: the platform's default. */
  deliver: Deliver | undefined;
  actor: Acting;
  now: string;
}

/**
 * Gives an open request a new link; the old one leads nowhere from then on.
 * @throws DomainError `not_found`, `review_not_pending`, `mail_not_configured`,
 *   `counsel_mail_stopped`, `manual_delivery_disabled`, `counsel_unconfirmed`, `counsel_is_admin`,
 *   `second_person_required`, `counsel_review_secret_not_configured`, `state_differs`, `forbidden` for the canary's
 */
export async function renewReviewLink({ reviewId, deliver: asked, actor, now }: Renewal) {
  const token = newLinkToken(randomBytes);
  const link = magicLinkUrl(appUrl(), token);
  const [deployment, found] = await Promise.all([readDeployment(), getReview(reviewId)]);
  await noteTwoPeople(deployment, now);
  const { deliver, isShown } = await retryOnConflict(found, async (record) => {
    if (record === null) throw noSuch("review");
    leaveCanaryAlone(record);
    const status = statusAt(record, notBefore(record.audit_head, now));
    if (!isPending(record) || status !== "pending") {
      throw new DomainError("review_not_pending", `The review is already ${status}.`);
    }
    const [{ told, panel, counsel }] = await Promise.all([
      askedOfCounsel(record),
      requireKeyOf(deployment, now),
    ]);
    const { framework_id, id } = told;
    const deliver = deliveryOf(asked, framework_id);
    requireSecondPerson(counsel, actor);
    if (isRequester(counsel.email, record)) throw requesterAgain();
    await requireMail(deliver, counsel);
    const areTwoPeopleNeeded = needsTwoPeople(framework_id);
    const signer = signerOf(counsel);
    const { after: before, row } = renewed(told, {
      link: areTwoPeopleNeeded ? hashedLink(link) : link,
      confirmedBy: areTwoPeopleNeeded ? signer.counsel_head : null,
      token_hash: hashLinkToken(token),
      actorUserId: actor.userId,
      id: randomUUID(),
      now,
    });
    const sealed = areTwoPeopleNeeded ? await sealToken(id, token) : null;
    const { record: after, actions } =
      deliver === "mail"
        ? promiseReviewMail(before, { sealed, now })
        : { record: before, actions: undefined };
    const more = { signer, panel, row, mail: actions, areTwoPeopleNeeded };
    const outcome = await replaceLink(record, after, more);
    return outcome.committed
      ? { done: { deliver, isShown: !areTwoPeopleNeeded } }
      : { conflict: currentReview(outcome) ?? record };
  });
  if (deliver === "mail") await announceMail();
  return { magic_link_url: isShown ? link : null };
}
