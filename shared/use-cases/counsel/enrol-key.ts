import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import {
  enrolmentChallenge,
  faultsOfNewKey,
  type NewKey,
} from "#shared/domain/counsel/assertion.ts";
import { counselContext } from "#shared/domain/counsel/counsel.ts";
import { fingerprintOf, keyContext, publicKeyOf } from "#shared/domain/counsel/counsel-key.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { putKey, type StoredKey } from "#shared/store/counsel-keys.ts";
import { type OpenInvitation, relyingParty } from "./load-invitation.ts";

/**
 * Enrols the passkey that counsel has just created, and uses up the invitation.
 * @throws DomainError `key_invalid` (each fault named), `key_exists`, `invitation_ended`
 */
export async function enrolKey(
  { counsel, invitation }: OpenInvitation,
  given: NewKey,
  now: string,
): Promise<StoredKey> {
  const { origin, rpId } = relyingParty();
  const challenge = enrolmentChallenge(invitation);
  const faults = faultsOfNewKey(given, { challenge, origin, rpId });
  const spki = Buffer.from(given.public_key_spki, "base64url");
  const found = publicKeyOf(spki);
  if (faults.length > 0 || found === null) {
    throw new DomainError("key_invalid", `Not valid: ${faults.join(", ")}.`, {
      errors: faults.map((path) => ({ path, message: "does not match this invitation" })),
    });
  }
  const key: StoredKey = {
    counsel_id: counsel.id,
    credential_id: given.credential_id,
    algorithm: found.algorithm,
    public_key_spki: given.public_key_spki,
    fingerprint: fingerprintOf(spki),
    rp_id: rpId,
    enrolled_at: now,
    retired_at: null,
  };
  const outcome = await putKey(
    key,
    invitation,
    auditRow({
      action: "counsel.key_enrolled",
      resourceId: counsel.id,
      tenantId: null,
      actorUserId: null,
      context: { ...counselContext(counsel), ...keyContext(key) },
      id: randomUUID(),
      at: now,
    }),
  );
  if (outcome.committed) return key;
  throw outcome.failed.has("credential")
    ? new DomainError("key_exists", "This passkey is already enrolled; please create another one.")
    : new DomainError("invitation_ended", "This invitation was used or replaced in the meantime.");
}
