import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/counsel.ts";
import type { NewKey } from "#shared/domain/counsel/assertion-form.ts";
import { type CounselRecord, counselContext, recorded } from "#shared/domain/counsel/counsel.ts";
import { type KeyInvitation, keyContext, withWords } from "#shared/domain/counsel/counsel-key.ts";
import { counselLife } from "#shared/domain/counsel/in-rows.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { findInvitation, putKey, type StoredKey } from "#shared/store/counsel-keys.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { stateDiffers } from "#shared/use-cases/log/genuine-rows.ts";
import { mayHaveBeenSeen, type OpenInvitation } from "./load-invitation.ts";
import { relyingParty } from "./relying-party.ts";
import { counselToChangeWithRows } from "./signed-counsel.ts";
import { awaitsSecondPerson, unconfirmed } from "./two-people.ts";

/**
 * Enrols the passkey that counsel has just created and signed with, and uses up the invitation.
 * @throws DomainError `key_invalid` (with what is wrong), `key_exists`, `invitation_ended`,
 * `state_differs`
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
  return retryOnConflict(null, async () => {
    const counsel = await invitedCounsel(first.id, invitation, now);
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
    if (outcome.failed.has("invitation")) throw ended();
    return { conflict: null };
  });
}

const ended = (): DomainError =>
  new DomainError("invitation_ended", "This invitation was used or replaced meanwhile.");

/**
 * The counsel who may enrol a key now, according to their rows: this invitation is the newest one
 * there, still valid, seen by no admin where two people are needed, and no key was enrolled since.
 * @throws DomainError `invitation_ended`, `counsel_unconfirmed`, `state_differs`
 */
async function invitedCounsel(
  id: string,
  { token_hash }: KeyInvitation,
  now: string,
): Promise<CounselRecord> {
  const { counsel, rows } = await counselToChangeWithRows(id);
  if (counsel?.active !== true) throw ended();
  if (awaitsSecondPerson(counsel)) throw unconfirmed(counsel);
  const invited = rows.findLast(({ action }) => action === "counsel.key_invited");
  const until = counselLife(rows)?.invited_until ?? "";
  const isOpen = invited?.context.token_hash === token_hash && until >= now;
  if (isOpen && !mayHaveBeenSeen(counsel, invited.context)) return counsel;
  // The rows were read after the invitation, which somebody may have used or replaced in between.
  const { invitation } = (await findInvitation(token_hash)) ?? {};
  if (invitation?.token_hash !== token_hash || invitation.used_at !== null) throw ended();
  throw stateDiffers("counsel", id, "invitation");
}
