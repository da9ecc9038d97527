import { randomBytes, randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/counsel.ts";
import {
  type CounselRecord,
  counselContext,
  recorded,
  unknownCounsel,
} from "#shared/domain/counsel/counsel.ts";
import { INVITATION_MS, keyInvitationUrl } from "#shared/domain/counsel/counsel-key.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { hashLinkToken, newLinkToken } from "#shared/domain/reviews/link-token.ts";
import { leaveCanaryAlone } from "#shared/domain/service/canary.ts";
import type { Acting } from "#shared/domain/tenants/tenant.ts";
import { appUrl } from "#shared/platform/settings.ts";
import { putInvitation } from "#shared/store/counsel-keys.ts";
import { readDeployment } from "#shared/store/deployment.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { noteTwoPeople } from "#shared/use-cases/setup/note-two-people.ts";
import { counselToChange } from "./signed-counsel.ts";
import { needsTwoPeople, requireSecondPerson } from "./two-people.ts";

interface Invitation {
  counselId: string;
  actor: Acting;
  now: string;
}

/**
 * Invites a counsel to enrol a passkey. The link appears only in this response, or in the mail where
 * links are sent only by mail, and voids the previous link.
 * @throws DomainError `not_found`, `counsel_inactive`, `state_differs`, `counsel_unconfirmed`,
 * `counsel_is_admin`, `second_person_required`, `mail_not_configured`, `counsel_mail_stopped`,
 * `forbidden` for the canary's counsel
 */
export async function inviteCounselKey({ counselId, actor, now }: Invitation) {
  const token = newLinkToken(randomBytes);
  const expires_at = new Date(Date.parse(now) + INVITATION_MS).toISOString();
  const invitation = {
    counsel_id: counselId,
    token_hash: hashLinkToken(token),
    expires_at,
    used_at: null,
  };
  const [deployment, found] = await Promise.all([readDeployment(), counselToChange(counselId)]);
  await noteTwoPeople(deployment, now);
  return retryOnConflict(found, async (counsel) => {
    if (counsel === null) throw unknownCounsel();
    leaveCanaryAlone(counsel);
    if (!counsel.active) {
      throw new DomainError(
        "counsel_inactive",
        "This counsel is no longer active. Reactivate them first.",
      );
    }
    requireSecondPerson(counsel, actor);
    const mailing = await mailingIn(counsel);
    const way = mailing === null ? {} : { by_mail: true as const };
    const row = auditRow({
      action: "counsel.key_invited",
      resourceId: counselId,
      tenantId: null,
      actorUserId: actor.userId,
      context: {
        ...counselContext(counsel),
        token_hash: invitation.token_hash,
        expires_at,
        ...way,
      },
      id: randomUUID(),
      at: now,
    });
    const mail = await mailing?.promiseInvitation(counsel, token, now);
    const change = recorded(counsel, counsel, row);
    const outcome = await putInvitation({ ...invitation, ...way }, counsel, change, mail);
    if (!outcome.committed) return { conflict: await counselToChange(counselId) };
    await mailing?.announceInvitation();
    return { done: { url: mailing ? null : keyInvitationUrl(appUrl(), token), expires_at } };
  });
}

/** What mails the invitation where links are sent only by mail; null: the inviter forwards it. */
const mailingIn = async ({ framework_id }: CounselRecord) =>
  needsTwoPeople(framework_id) ? import("#shared/use-cases/courier/mail-invitation.ts") : null;
