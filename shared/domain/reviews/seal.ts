import { createHmac } from "node:crypto";
import { canonicalJson } from "#shared/domain/canonical.ts";
import type { SigningKey } from "./keyring.ts";
import type { RecordSeal, ReviewRecord } from "./review.ts";
import { equalText } from "./signature.ts";

const SEAL_VERSION = 1;

/** The record that is sealed: exactly these fields, absent ones null, ids in stored order. */
export const sealedRecord = (record: ReviewRecord) => ({
  request_id: record.id,
  framework_id: record.framework_id,
  rule_use_case_ids: record.rule_use_case_ids,
  rule_version_hash: record.rule_version_hash,
  counsel_id: record.counsel_id,
  counsel_email: record.counsel_email,
  decision: record.status,
  decision_comment: record.decision_comment,
  nonce: record.nonce,
  decided_at: record.decided_at,
  requested_by_user_id: record.requested_by_user_id,
});

/** HMAC-SHA256 over the RFC 8785 text of `{version, record, audit_head}`, lower-case hex. */
const macOf = (secret: string, record: ReviewRecord, auditHead: string): string =>
  createHmac("sha256", Buffer.from(secret, "utf8"))
    .update(
      canonicalJson({ version: SEAL_VERSION, record: sealedRecord(record), audit_head: auditHead }),
    )
    .digest("hex");

/**
 * Seals a decided record together with the head of its audit chain, so that neither a changed field
 * nor a fully recomputed chain goes unnoticed.
 * @param auditHead row_hash of the decision's audit row
 */
export const sealRecord = (
  key: SigningKey,
  record: ReviewRecord,
  auditHead: string,
): RecordSeal => ({
  version: SEAL_VERSION,
  key_id: key.key_id,
  mac: macOf(key.secret, record, auditHead),
});

/** Whether a seal was made with this secret over exactly this record and audit head. */
export const verifySeal = (
  secret: string,
  record: ReviewRecord,
  auditHead: string,
  seal: RecordSeal,
): boolean =>
  seal.version === SEAL_VERSION && equalText(macOf(secret, record, auditHead), seal.mac);
