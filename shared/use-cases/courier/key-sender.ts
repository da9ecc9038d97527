import { keyInvitationUrl } from "#shared/domain/counsel/counsel-key.ts";
import { offeredOf } from "#shared/domain/language.ts";
import { hashLinkToken } from "#shared/domain/reviews/link-token.ts";
import { now } from "#shared/platform/clock.ts";
import { log } from "#shared/platform/log.ts";
import { mailSenderAddress } from "#shared/platform/mail-settings.ts";
import { appUrl } from "#shared/platform/settings.ts";
import { findInvitation } from "#shared/store/counsel-keys.ts";
import { readCounselMail } from "#shared/store/counsel-mail.ts";
import { settleMessage } from "#shared/store/outbox.ts";
import { transact } from "#shared/store/transact.ts";
import { offeredLanguages } from "#shared/use-cases/counsel/offered-languages.ts";
import { getSignedCounsel } from "#shared/use-cases/counsel/signed-counsel.ts";
import { awaitsSecondPerson } from "#shared/use-cases/counsel/two-people.ts";
import type { KeyMail } from "./review-mail.ts";
import type { ComposeMail } from "./review-senders.ts";
import type { Sender } from "./run-courier.ts";

/** Mails an invitation to enrol a key, if it can still be used and counsel is confirmed. */
export const keySender =
  (compose: (mail: KeyMail) => ReturnType<ComposeMail>): Sender =>
  async (claimed, isLast) => {
    const { id, to, sealed = "" } = claimed.message;
    const from = mailSenderAddress();
    // Without a sender address, a promised mail waits for one, as in any other outage.
    if (from === null) return isLast ? "dropped" : "again";
    const { openToken } = await import("#shared/platform/aws/link-key.ts");
    const token = await openToken(to, sealed);
    const [counsel, found] = await Promise.all([
      getSignedCounsel(to),
      findInvitation(hashLinkToken(token)),
    ]);
    const invitation = found?.invitation;
    const isOpen =
      invitation?.counsel_id === to &&
      invitation.token_hash === hashLinkToken(token) &&
      invitation.used_at === null &&
      invitation.expires_at > now();
    if (counsel === null || !isOpen || !counsel.active) return "dropped";
    if ((await readCounselMail(counsel)).stopped !== null) return "dropped";
    if (awaitsSecondPerson(counsel)) return "waits";
    const words = compose({
      language: offeredOf(offeredLanguages(), counsel.language),
      asker: new URL(appUrl()).host,
      counsel: counsel.display_name,
      link: keyInvitationUrl(appUrl(), token),
      expiresAt: invitation.expires_at,
    });
    const { sendMail } = await import("#shared/platform/aws/mail-sender.ts");
    const sent = await sendMail(from, { ...words, to: counsel.email, key: id });
    if (sent.result !== "accepted") {
      log("warn", "mail_not_taken", { message_id: id, reason: sent.reason });
      return sent.result === "rejected" ? "dropped" : "again";
    }
    return (await transact({ outbox: settleMessage(claimed) })).committed ? "sent" : "lost";
  };
