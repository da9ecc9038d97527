import type { AuditHead } from "#shared/domain/audit/row.ts";

export const decisions = [
  "approved",
  "approved_with_changes",
  "changes_requested",
  "rejected",
] as const;
export type Decision = (typeof decisions)[number];

export const reviewStatuses = ["pending", ...decisions, "cancelled", "expired"] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

export const isDecision = (status: ReviewStatus): status is Decision =>
  (decisions as readonly string[]).includes(status);

/** Statuses that approve the pinned content of their rules. */
const approvals = ["approved", "approved_with_changes"] as const satisfies Decision[];

export const isApproval = (status: ReviewStatus): boolean =>
  (approvals as readonly string[]).includes(status);

/** A review request as the API shows it (contract, "Review"); absent values are null. */
export interface Review {
  id: string;
  framework_id: string;
  rule_use_case_ids: string[];
  rule_version_hash: string;
  counsel_id: string;
  status: ReviewStatus;
  created_at: string;
  expires_at: string;
  decided_at: string | null;
  viewed_at: string | null;
  decision_signature: string | null;
  decision_comment: string | null;
  supplementary_pdf_kv_secret: string | null;
  requested_by_user_id: string;
  nonce: string;
}

/** The whole stored record: what the API shows, and what evidence needs besides. */
export interface ReviewRecord extends Review {
  /** Hex SHA-256 of the link token; the token itself is never stored. */
  token_hash: string;
  /** The pinned content of each rule, by content hash, in the order of rule_use_case_ids. */
  pinned_hashes: string[];
  audit_head: AuditHead;
  /** The counsel's e-mail as it was signed; null until decided. */
  counsel_email: string | null;
  record_seal: RecordSeal | null;
}

/** Keyed digest over the whole decided record (contract, "Signature and seal"). */
export interface RecordSeal {
  version: 1;
  key_id: string;
  mac: string;
}

/** The link is open until its expiry, whether or not the daily job has run (first seed, 410). */
export const isPastExpiry = (review: { expires_at: string }, now: string): boolean =>
  review.expires_at < now;
