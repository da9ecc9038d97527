import { randomBytes, randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/counsel.ts";
import { counselContext, recorded, unknownCounsel } from "#shared/domain/counsel/counsel.ts";
import { INVITATION_MS } from "#shared/domain/counsel/counsel-key.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { hashLinkToken, newLinkToken } from "#shared/domain/reviews/link-token.ts";
import { leaveCanaryAlone } from "#shared/domain/service/canary.ts";
import { appUrl } from "#shared/platform/settings.ts";
import { putInvitation } from "#shared/store/counsel-keys.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { counselToChange } from "./signed-counsel.ts";

interface Invitation {
  counselId: string;
  actorUserId: string;
  now: string;
}

/**
 * Invites a counsel to enrol a passkey; the link appears only in this response and voids the
 * previous one.
 * @throws DomainError `not_found`, `counsel_inactive`, `state_differs`, `forbidden` for the canary's
 */
export async function inviteCounselKey({ counselId, actorUserId, now }: Invitation) {
  const token = newLinkToken(randomBytes);
  const expires_at = new Date(Date.parse(now) + INVITATION_MS).toISOString();
  const invitation = {
    counsel_id: counselId,
    token_hash: hashLinkToken(token),
    expires_at,
    used_at: null,
  };
  return retryOnConflict(null, async () => {
    const counsel = await counselToChange(counselId);
    if (counsel === null) throw unknownCounsel();
    leaveCanaryAlone(counsel);
    if (!counsel.active) {
      throw new DomainError("counsel_inactive", "The counsel is inactive; reactivate them first.");
    }
    const row = auditRow({
      action: "counsel.key_invited",
      resourceId: counselId,
      tenantId: null,
      actorUserId,
      context: { ...counselContext(counsel), token_hash: invitation.token_hash, expires_at },
      id: randomUUID(),
      at: now,
    });
    const outcome = await putInvitation(invitation, counsel, recorded(counsel, counsel, row));
    return outcome.committed
      ? { done: { url: `${appUrl()}/counsel/key/${token}`, expires_at } }
      : { conflict: null };
  });
}
