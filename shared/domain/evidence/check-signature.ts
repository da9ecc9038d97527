import type { AuditRow } from "#shared/domain/audit/row.ts";
import { canonicalJson } from "#shared/domain/canonical.ts";
import { allKeys, type Keyring, type SigningKey } from "#shared/domain/reviews/keyring.ts";
import { type DecidedReview, isDecided, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { sealedRecord, verifySeal } from "#shared/domain/reviews/seal.ts";
import { verifyDecision } from "#shared/domain/reviews/signature.ts";
import { type Check, fail, pass, unverifiable } from "./check.ts";
import { decisionRowOf } from "./check-record.ts";
import type { SignatureStatus } from "./signature-status.ts";

export interface SignatureFinding {
  status: SignatureStatus;
  /** The key that it verifies with; null if none. */
  key_id: string | null;
}

/**
 * Step 3 of the evidence procedure: verifies with the counsel's stored e-mail and the current
 * secret, then every retired one; then with the e-mail recorded when it was signed.
 */
export function findSignature(
  record: ReviewRecord,
  currentEmail: string | null,
  keyring: Keyring,
): SignatureFinding {
  if (!isDecided(record)) return { status: "unverifiable", key_id: null };
  const verifiesWith = (email: string | null): SigningKey | undefined =>
    email === null
      ? undefined
      : allKeys(keyring).find(({ secret }) =>
          verifyDecision(secret, fieldsOf(record, email), record.decision_signature),
        );
  const key = verifiesWith(currentEmail);
  if (key !== undefined) {
    const isCurrent = key.key_id === keyring.current?.key_id;
    return { status: isCurrent ? "valid" : "valid_retired_key", key_id: key.key_id };
  }
  const former = verifiesWith(record.counsel_email);
  if (former !== undefined) return { status: "email_changed", key_id: former.key_id };
  return { status: holdsKey(record, keyring) ? "invalid" : "unverifiable", key_id: null };
}

const fieldsOf = (record: DecidedReview, counsel_email: string) => ({
  decision: record.status,
  counsel_email,
  nonce: record.nonce,
  decided_at: record.decided_at,
});

/**
 * Whether the keyring has the key that sealed the record (true if unsealed); without the key, the
 * signature cannot be judged.
 */
const holdsKey = (record: ReviewRecord, keyring: Keyring): boolean =>
  allKeys(keyring).some(
    ({ key_id }) => record.record_seal === null || key_id === record.record_seal.key_id,
  );

const signatureDetail: Record<SignatureStatus, string> = {
  valid: "Verifies under the current secret.",
  valid_retired_key: "Verifies under a retired secret, the one in use when it was made.",
  email_changed:
    "Verifies only with the e-mail recorded when it was signed; the counsel's e-mail has changed since.",
  invalid: "Verifies under no secret: the decision, e-mail, nonce, time or signature was changed.",
  unverifiable: "There is no decision yet, or the secret it was made under is not in the keyring.",
};

export function checkSignature({ status }: SignatureFinding): Check {
  const detail = signatureDetail[status];
  if (status === "unverifiable") return unverifiable("signature", detail);
  return status === "valid" || status === "valid_retired_key"
    ? pass("signature", detail)
    : fail("signature", detail);
}

/** Checks that the keyring still has the secret that sealed the record. */
export function checkKey(record: ReviewRecord, keyring: Keyring): Check {
  const id = "key_available";
  if (record.record_seal === null) return unverifiable(id, "The record names no key.");
  return holdsKey(record, keyring)
    ? pass(id, `The keyring contains ${record.record_seal.key_id}.`)
    : fail(id, `The keyring does not contain ${record.record_seal.key_id}.`);
}

/** Checks the seal over the whole decided record and its chain's head at the decision. */
export function checkSeal(
  record: ReviewRecord,
  rows: readonly AuditRow[],
  keyring: Keyring,
): Check {
  const id = "record_seal";
  if (!isDecided(record)) {
    return record.record_seal === null
      ? unverifiable(id, "There is no decision yet.")
      : fail(id, `The record is sealed, but says that it is ${record.status}.`);
  }
  const seal = record.record_seal;
  if (seal === null) return fail(id, "The record is decided, but its seal is missing.");
  if (seal.version !== 1)
    return unverifiable(id, `Seals of version ${seal.version} are not supported here.`);
  const key = allKeys(keyring).find(({ key_id }) => key_id === seal.key_id);
  if (key === undefined) return unverifiable(id, `The keyring does not contain ${seal.key_id}.`);
  const decisionRow = decisionRowOf(record, rows);
  if (
    decisionRow !== undefined &&
    verifySeal(key.secret, record, decisionRow.row_hash ?? "", seal)
  ) {
    return pass(id, "The whole record and its audit chain are unchanged since the decision.");
  }
  const differing = decisionRow === undefined ? [] : differencesFrom(decisionRow, record);
  return fail(
    id,
    differing.length > 0
      ? `Changed after the decision: ${differing.join(", ")}.`
      : "The record, its seal or its audit rows were changed after the decision.",
  );
}

/** Fields in which the record differs from the decision's audit row. */
function differencesFrom(row: AuditRow, record: ReviewRecord): string[] {
  const sealed: Record<string, unknown> = {
    ...sealedRecord(record),
    decision_signature: record.decision_signature,
  };
  const said: Record<string, unknown> = { ...row.context, request_id: row.resource_id };
  return Object.keys(sealed).filter(
    (field) =>
      field in said && canonicalJson(said[field] ?? null) !== canonicalJson(sealed[field] ?? null),
  );
}
