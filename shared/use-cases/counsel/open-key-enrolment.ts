import { enrolmentChallenge, possessionChallenge } from "#shared/domain/counsel/assertion.ts";
import { getKeys } from "#shared/store/counsel-keys.ts";
import type { OpenInvitation } from "./load-invitation.ts";
import { relyingParty } from "./relying-party.ts";

/** What counsel's browser needs to create a passkey. This only reads and records nothing. */
export async function openKeyEnrolment({ counsel, invitation }: OpenInvitation) {
  const keys = await getKeys(counsel.id);
  const { id, display_name, email, firm, framework_id } = counsel;
  return {
    counsel: { id, display_name, email, firm, framework_id },
    expires_at: invitation.expires_at,
    rp_id: relyingParty().rpId,
    challenge: enrolmentChallenge(invitation),
    possession_challenge: possessionChallenge(invitation),
    credential_ids: keys
      .filter(({ retired_at }) => retired_at === null)
      .map(({ credential_id }) => credential_id),
  };
}
