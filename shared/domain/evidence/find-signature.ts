import { allKeys, type Keyring } from "#shared/domain/reviews/keyring.ts";
import { isDecided, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { signedUnder } from "./checks/signature.ts";
import type { SignatureStatus } from "./signature-status.ts";

export interface SignatureFinding {
  status: SignatureStatus;
  /** The id of the key under which it verifies; null if none. */
  key_id: string | null;
}

/**
 * Step 3 of the evidence procedure. It verifies with the e-mail recorded at signing, under the current
 * secret and then every retired one, and compares that e-mail with the counsel's stored one. A record
 * that verifies only with the stored e-mail was changed.
 */
export function findSignature(
  record: ReviewRecord,
  currentEmail: string | null,
  keyring: Keyring,
): SignatureFinding {
  if (!isDecided(record)) return { status: "unverifiable", key_id: null };
  const keys = allKeys(keyring);
  const key = signedUnder(record, record.counsel_email, keys);
  if (key !== undefined && record.counsel_email !== currentEmail) {
    return { status: "email_changed", key_id: key.key_id };
  }
  if (key !== undefined) {
    const isCurrent = key.key_id === keyring.current?.key_id;
    return { status: isCurrent ? "valid" : "valid_retired_key", key_id: key.key_id };
  }
  const named = record.record_seal?.key_id ?? null;
  const isKnown = keys.some(({ key_id }) => named === null || key_id === named);
  return { status: isKnown ? "invalid" : "unverifiable", key_id: null };
}
