import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/counsel.ts";
import type { NewKey } from "#shared/domain/counsel/assertion-form.ts";
import { counselContext, recorded } from "#shared/domain/counsel/counsel.ts";
import { keyContext, withWords } from "#shared/domain/counsel/counsel-key.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { currentCounsel } from "#shared/store/counsel.ts";
import { putKey, type StoredKey } from "#shared/store/counsel-keys.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { type OpenInvitation, relyingParty } from "./load-invitation.ts";

/**
 * Enrols the passkey that counsel has just created and signed with, and uses up the invitation.
 * @throws DomainError `key_invalid` (what is wrong named), `key_exists`, `invitation_ended`
 */
export async function enrolCounselKey(
  { counsel: first, invitation }: OpenInvitation,
  given: NewKey,
  now: string,
): Promise<StoredKey & { fingerprint: string }> {
  // The library is the heaviest of all, and only a valid invitation needs it.
  const { verifyNewKey } = await import("./verify-new-key.ts");
  const verified = await verifyNewKey(given, invitation);
  if ("fault" in verified) {
    const { path, message } = verified.fault;
    throw new DomainError("key_invalid", `Not valid: ${path} ${message}.`, {
      errors: [verified.fault],
    });
  }
  const key: StoredKey = {
    counsel_id: first.id,
    credential_id: given.credential_id,
    ...verified,
    rp_id: relyingParty().rpId,
    enrolled_at: now,
    retired_at: null,
  };
  return retryOnConflict(first, async (counsel) => {
    const row = auditRow({
      action: "counsel.key_enrolled",
      resourceId: counsel.id,
      tenantId: null,
      actorUserId: null,
      context: { ...counselContext(counsel), ...keyContext(key) },
      id: randomUUID(),
      at: now,
    });
    const more = { ...counsel, keys_in_use: counsel.keys_in_use + 1 };
    const outcome = await putKey(key, invitation, counsel, recorded(counsel, more, row));
    if (outcome.committed) return { done: withWords(key) };
    if (outcome.failed.has("credential")) {
      throw new DomainError(
        "key_exists",
        "This passkey is already enrolled; please create another.",
      );
    }
    const present = currentCounsel(outcome);
    if (outcome.failed.has("invitation") || present === null || !present.active) {
      throw new DomainError("invitation_ended", "This invitation was used or replaced meanwhile.");
    }
    return { conflict: present };
  });
}
