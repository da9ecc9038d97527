import type { CounselRecord } from "#shared/domain/counsel/counsel.ts";
import type { KeyInvitation } from "#shared/domain/counsel/counsel-key.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { hashLinkToken } from "#shared/domain/reviews/link-token.ts";
import { findInvitation } from "#shared/store/counsel-keys.ts";
import { awaitsSecondPerson, needsTwoPeople, unconfirmed } from "./two-people.ts";

export interface OpenInvitation {
  counsel: CounselRecord;
  invitation: KeyInvitation;
}

/**
 * The open invitation that belongs to an invitation token, with its counsel.
 * @throws DomainError `invalid_token` (unknown, malformed, tampered: the same answer),
 * `invitation_ended` (used, expired, replaced by a newer one, not known to have been sent only by mail
 * where two people are needed, or the counsel is inactive),
 * `counsel_unconfirmed`
 */
export async function loadInvitation(token: string, now: string): Promise<OpenInvitation> {
  const hash = hashLinkToken(token);
  const found = await findInvitation(hash);
  if (found === null) {
    throw new DomainError("invalid_token", "This link is not valid. Please ask for a new one.");
  }
  const end = endOf(found, hash, now);
  if (end === null) {
    if (awaitsSecondPerson(found.counsel)) throw unconfirmed(found.counsel);
    return found;
  }
  const { detail, ...members } = end;
  throw new DomainError("invitation_ended", detail, { members });
}

/** Why an invitation can no longer be used, and since when, where that is known (ISO 8601 UTC). */
interface End {
  ended: "replaced" | "used" | "expired" | "shown" | "inactive";
  ended_at?: string;
  detail: string;
}

function endOf({ counsel, invitation }: OpenInvitation, hash: string, now: string): End | null {
  const { token_hash, used_at, expires_at } = invitation;
  if (token_hash !== hash) {
    return { ended: "replaced", detail: "A newer invitation has replaced this one." };
  }
  if (used_at !== null) {
    return { ended: "used", ended_at: used_at, detail: `This invitation was used at ${used_at}.` };
  }
  if (expires_at < now) {
    const detail = `This invitation expired at ${expires_at}.`;
    return { ended: "expired", ended_at: expires_at, detail };
  }
  if (mayHaveBeenSeen(counsel, invitation)) {
    const detail =
      "It is not certain that this invitation went only to you. Please ask for a new one.";
    return { ended: "shown", detail };
  }
  if (counsel.active) return null;
  return { ended: "inactive", detail: "The counsel that this invitation is for is inactive." };
}

/**
 * Whether an invitation does nothing, because two people are needed and its link is not known to have
 * been sent only by mail.
 */
export const mayHaveBeenSeen = (
  { framework_id }: Pick<CounselRecord, "framework_id">,
  { by_mail }: { by_mail?: unknown },
): boolean => by_mail !== true && needsTwoPeople(framework_id);
