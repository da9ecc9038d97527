import { randomUUID } from "node:crypto";
import { notBefore } from "#shared/domain/audit/row.ts";
import { signerOf } from "#shared/domain/counsel/counsel.ts";
import { remindersOf } from "#shared/domain/courier/review-message.ts";
import { DomainError, noSuch } from "#shared/domain/errors.ts";
import { expiryAfter, latestExpiry } from "#shared/domain/reviews/expiry.ts";
import { extend } from "#shared/domain/reviews/extend.ts";
import { shownLinkIn } from "#shared/domain/reviews/in-rows.ts";
import { expiryDays, MAX_DAYS_OPEN } from "#shared/domain/reviews/limits.ts";
import { linkMails } from "#shared/domain/reviews/mail-transitions.ts";
import { isPending, type ReviewRecord, statusAt } from "#shared/domain/reviews/review.ts";
import { leaveCanaryAlone } from "#shared/domain/service/canary.ts";
import { readCounselMail, wasMailed } from "#shared/store/counsel-mail.ts";
import { readKeptStanding } from "#shared/store/kept-standing.ts";
import { openOnRules } from "#shared/store/open-marks.ts";
import { sealedIn } from "#shared/store/outbox.ts";
import { currentReview, extendLink, getReview } from "#shared/store/reviews.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { promiseExtensionMail } from "#shared/use-cases/courier/promise-review-mail.ts";
import { stateDiffers } from "#shared/use-cases/log/genuine-rows.ts";
import { extendedPanel } from "#shared/use-cases/panels/extend-panel.ts";
import { announceMail } from "#shared/use-cases/webhooks/announce-event.ts";
import { askedOfCounsel } from "./asked-of-counsel.ts";
import { isNewest, type PresentLink, presentLink } from "./genuine-link.ts";

interface Extension {
  reviewId: string;
  /** Counted from now. */
  days: number;
  actorUserId: string;
  now: string;
}

/**
 * Gives counsel more time for a pending request, under the link that they have. A mailed request is
 * mailed once more, with new reminders. A link that no row shows needs a waiting reminder that has it;
 * while its own mail waits, that mail states the new end. In a panel the other members keep their own ends.
 * @throws DomainError `not_found`, `review_not_pending`, `expiry_not_later`, `expiry_too_late`,
 *   `state_differs`, `invalid_token` if an emergency ended the link, `forbidden` for the canary's
 */
export async function extendReview({
  reviewId,
  days,
  actorUserId,
  now,
}: Extension): Promise<ReviewRecord> {
  const extended = await retryOnConflict(await getReview(reviewId), async (record) => {
    if (record === null) throw noSuch("review");
    leaveCanaryAlone(record);
    const status = statusAt(record, notBefore(record.audit_head, now));
    if (!isPending(record) || status !== "pending") {
      throw new DomainError("review_not_pending", `The review is already ${status}.`);
    }
    const [{ told, rows, panel, counsel }, link] = await Promise.all([
      askedOfCounsel(record),
      presentLink(record),
    ]);
    if (link.signed === null || !isNewest(link.signed, rows)) {
      const current = await getReview(reviewId);
      if (current?.audit_head.hash !== record.audit_head.hash) return { conflict: current };
      throw noLink(reviewId, link);
    }
    const expires_at = newEnd(told, days, now);
    const { after: later, row } = extend(told, { expires_at, actorUserId, id: randomUUID(), now });
    const isShown = shownLinkIn(rows) !== null;
    // Reminders carry a link that no row shows, but until its own mail is out, they carry the one before.
    const sealed = !isShown && (await isLinkOut(told)) ? await sealedIn(remindersOf(told)) : null;
    const canBeMailed = told.mailing !== null && (isShown || sealed !== null);
    const isMailed = canBeMailed && (await readCounselMail(counsel)).stopped === null;
    const { record: after, actions } = isMailed
      ? promiseExtensionMail(later, sealed, now)
      : { record: later, actions: undefined };
    const rest = await opened(after, now);
    if (rest === null) return { conflict: await getReview(reviewId) };
    const issued = { signer: signerOf(counsel), panel, row };
    const outcome = await extendLink(record, after, issued, { ...rest, mail: actions });
    if (outcome.committed) return { done: { after, isMailed } };
    return { conflict: currentReview(outcome) ?? record };
  });
  if (extended.isMailed) await announceMail();
  return extended.after;
}

/** The error when the present link must not be signed again, because it does not open the request. */
const noLink = (reviewId: string, { signed, wasEmergency }: PresentLink): DomainError =>
  signed === null && wasEmergency
    ? new DomainError(
        "invalid_token",
        "An emergency change of keys has ended this review's link, so it cannot get more time. Give the review a new link first.",
      )
    : stateDiffers("rule_review_request", reviewId, "link");

/** Whether counsel was mailed the newest link that a mail was promised for. */
async function isLinkOut({ id, mailing }: ReviewRecord): Promise<boolean> {
  if (mailing === null) return false;
  const { link, extended } = linkMails(id, mailing.links);
  // Only a link that is out is promised again, with more time.
  if (mailing.messages.includes(extended)) return true;
  return (await Promise.all([link, extended].map(wasMailed))).includes(true);
}

const refused = (code: "expiry_not_later" | "expiry_too_late", why: string): DomainError =>
  new DomainError(code, why, { errors: [{ path: "expiry_days", message: why }] });

/** The least by which the new end must be later. */
const LEAST_MORE_MS = 60_000;

/** @throws DomainError `expiry_not_later`, `expiry_too_late` */
function newEnd(
  record: Pick<ReviewRecord, "created_at" | "expires_at">,
  days: number,
  now: string,
) {
  if (days > expiryDays.most || expiryAfter(days, now) > latestExpiry(record, now)) {
    throw refused(
      "expiry_too_late",
      `A review can be open for at most ${expiryDays.most} days from now, and ${MAX_DAYS_OPEN} from when it was requested (${record.created_at}). Choose fewer days.`,
    );
  }
  const expires_at = expiryAfter(days, now);
  // The same request sent once more, a moment later, gives counsel no more time.
  if (Date.parse(expires_at) >= Date.parse(record.expires_at) + LEAST_MORE_MS) return expires_at;
  throw refused(
    "expiry_not_later",
    `The review is open until ${record.expires_at} already. Choose more days.`,
  );
}

/** Extends how long the request is open on its rules, by its own mark or by its panel's. */
async function opened(after: ReviewRecord, now: string) {
  if (after.panel_id !== null) return extendedPanel(after.panel_id, after);
  const kept = await readKeptStanding(after.framework_id, after.rule_use_case_ids);
  const marks = openOnRules({ ...after, created_at: now }, kept, "anything", after.id);
  return { rules: marks, panel: undefined, end: undefined };
}
