import { type AuditRow, auditRow, chained, notBefore } from "#shared/domain/audit/row.ts";
import { sha256Hex } from "#shared/domain/canonical.ts";
import type { SigningKey } from "./keyring.ts";
import type { Decision, ReviewRecord } from "./review.ts";
import { sealRecord } from "./seal.ts";
import { signDecision } from "./signature.ts";

export interface DecisionInput {
  decision: Decision;
  /** Stored verbatim; null when none was sent. */
  comment: string | null;
  /** The supplementary file's bytes; only their digest is kept in v1. */
  pdf: Uint8Array | null;
  /** The counsel's e-mail at decision time. */
  counselEmail: string;
  key: SigningKey;
  newId: () => string;
  now: string;
}

/**
 * Decides a pending request (first seed, POST …/decide): signs the four fields, links the audit row
 * to the chain and seals the whole record over it. Pure; the write is conditional on `record` still
 * standing and on the e-mail still being the counsel's.
 */
export function decide(record: ReviewRecord, input: DecisionInput) {
  const { decision, comment, pdf, counselEmail, key, newId, now } = input;
  const decided_at = notBefore(record.audit_head, now);
  const decided: ReviewRecord & { decided_at: string; decision_signature: string } = {
    ...record,
    status: decision,
    decided_at,
    decision_comment: comment,
    counsel_email: counselEmail,
    supplementary_pdf_kv_secret: pdf === null ? null : `placeholder:sha256:${sha256Hex(pdf)}`,
    decision_signature: signDecision(key.secret, {
      decision,
      counsel_email: counselEmail,
      nonce: record.nonce,
      decided_at,
    }),
  };
  const { row, head } = chained(decisionRow(decided, counselEmail, newId()), record.audit_head);
  const sealed = { ...decided, audit_head: head };
  return {
    after: { ...sealed, record_seal: sealRecord(key, sealed, head.hash) },
    row,
  };
}

function decisionRow(
  decided: ReviewRecord & { decided_at: string; decision_signature: string },
  counselEmail: string,
  id: string,
): AuditRow {
  const { counsel_id, framework_id, decided_at, decision_signature, decision_comment } = decided;
  const { rule_use_case_ids, rule_version_hash, status } = decided;
  return auditRow({
    action: `rule_review.${status as Decision}`,
    resourceId: decided.id,
    tenantId: null,
    actorUserId: null,
    context: {
      counsel_id,
      framework_id,
      decision: status,
      decision_signature,
      decided_at,
      rule_use_case_ids,
      decision_comment,
      counsel_email: counselEmail,
      rule_version_hash,
    },
    id,
    at: decided_at,
  });
}
