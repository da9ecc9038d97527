import type { CounselRecord } from "#shared/domain/counsel/counsel.ts";
import { keyMessage } from "#shared/domain/courier/key-message.ts";
import { hashLinkToken } from "#shared/domain/reviews/link-token.ts";
import { sealToken } from "#shared/platform/aws/link-key.ts";
import { promise } from "#shared/store/outbox.ts";
import type { Action } from "#shared/store/transact.ts";
import { announceMail } from "#shared/use-cases/webhooks/announce-event.ts";
import { requireMail } from "./promise-review-mail.ts";

/* The mail with an invitation to enrol a key, loaded only where links are sent only by mail. */

/**
 * Promises the mail within the invitation's transaction.
 * @throws DomainError `mail_not_configured`, `counsel_mail_stopped`
 */
export async function promiseInvitation(
  counsel: CounselRecord,
  token: string,
  now: string,
): Promise<Action> {
  await requireMail("mail", counsel);
  const sealed = await sealToken(counsel.id, token);
  return promise({ ...keyMessage(counsel.id, hashLinkToken(token), now), sealed });
}

/** Announces the promised mail to the courier. */
export const announceInvitation = announceMail;
