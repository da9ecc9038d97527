import type { CounselRecord } from "#shared/domain/counsel/counsel.ts";
import type { KeyInvitation } from "#shared/domain/counsel/counsel-key.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { hashLinkToken } from "#shared/domain/reviews/link-token.ts";
import { appUrl } from "#shared/platform/settings.ts";
import { findInvitation } from "#shared/store/counsel-keys.ts";

export interface OpenInvitation {
  counsel: CounselRecord;
  invitation: KeyInvitation;
}

/**
 * The open invitation an invitation token is for, with its counsel.
 * @throws DomainError `invalid_token` (unknown, malformed, tampered: the same answer),
 *   `invitation_ended` (used, expired, replaced by a newer one, or the counsel is inactive)
 */
export async function loadInvitation(token: string, now: string): Promise<OpenInvitation> {
  const hash = hashLinkToken(token);
  const found = await findInvitation(hash);
  if (found === null) {
    throw new DomainError("invalid_token", "This link is not valid. Please ask for a new one.");
  }
  const reason = endOf(found, hash, now);
  if (reason !== null) throw new DomainError("invitation_ended", reason);
  return found;
}

function endOf({ counsel, invitation }: OpenInvitation, hash: string, now: string): string | null {
  if (invitation.token_hash !== hash) return "A newer invitation has replaced this one.";
  if (invitation.used_at !== null) return `This invitation was used at ${invitation.used_at}.`;
  if (invitation.expires_at < now) return `This invitation expired at ${invitation.expires_at}.`;
  return counsel.active ? null : "The counsel that this invitation is for is inactive.";
}

/** The WebAuthn relying party: the configured app URL's origin and host. */
export function relyingParty(): { origin: string; rpId: string } {
  const { origin, hostname } = new URL(appUrl());
  return { origin, rpId: hostname };
}
