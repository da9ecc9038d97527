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

/** Statuses that approve the pinned content of the rules. */
export const approvals = ["approved", "approved_with_changes"] as const satisfies Decision[];
export type ApprovalStatus = (typeof approvals)[number];

export const isApproval = (status: ReviewStatus): status is ApprovalStatus =>
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

/** The fields of a request that the API and bundles show. */
export const shownFields = {
  id: true,
  framework_id: true,
  rule_use_case_ids: true,
  rule_version_hash: true,
  counsel_id: true,
  status: true,
  created_at: true,
  expires_at: true,
  decided_at: true,
  viewed_at: true,
  decision_signature: true,
  decision_comment: true,
  supplementary_pdf_kv_secret: true,
  requested_by_user_id: true,
  nonce: true,
} as const satisfies Record<keyof Review, true>;

/** What the requester provides; stored with the request as given. */
export type RequestFacts = Pick<Review, "requested_by_user_id">;

/** Fields stored with every request in addition to those the API shows. */
interface Stored extends Omit<Review, keyof Outcome | "status"> {
  /** Hex SHA-256 of the link token; the token itself is never stored. */
  token_hash: string;
  /** The pinned content of each rule, by content hash, in the order of rule_use_case_ids. */
  pinned_hashes: string[];
  audit_head: AuditHead;
  /** null until decided; if it is missing on a decided request, it was removed. */
  record_seal: RecordSeal | null;
}

/** What a decision adds to a request. */
interface Outcome {
  decided_at: string;
  decision_signature: string;
  decision_comment: string | null;
  supplementary_pdf_kv_secret: string | null;
}

type NoOutcome = { [Field in keyof Outcome]: null };

export interface UndecidedReview extends Stored, NoOutcome {
  status: Exclude<ReviewStatus, Decision>;
  counsel_email: null;
  decision_row_hash: null;
}

/** The only state from which a request can still change status. */
export type PendingReview = UndecidedReview & { status: "pending" };

export interface DecidedReview extends Stored, Outcome {
  status: Decision;
  /** The counsel's e-mail as signed. */
  counsel_email: string;
  /** Hash of the decision's own row; a first view may still follow it in the chain. */
  decision_row_hash: string;
}

/** The whole stored record. */
export type ReviewRecord = UndecidedReview | DecidedReview;

/** Defaults for fields that a new request lacks or that did not exist when the item was stored. */
export const absentFields = {
  decided_at: null,
  viewed_at: null,
  decision_signature: null,
  decision_comment: null,
  supplementary_pdf_kv_secret: null,
  counsel_email: null,
  decision_row_hash: null,
  record_seal: null,
} as const satisfies Partial<UndecidedReview>;

export const isPending = (record: ReviewRecord): record is PendingReview =>
  record.status === "pending";

export const isDecided = (record: ReviewRecord): record is DecidedReview =>
  isDecision(record.status);

/** Keyed digest over the whole decided record (contract, "Signature and seal"). */
export interface RecordSeal {
  version: 1;
  key_id: string;
  mac: string;
}

/** Whether the link has expired, even if the daily job has not run yet (first seed, 410). */
export const isPastExpiry = (review: { expires_at: string }, now: string): boolean =>
  review.expires_at < now;
