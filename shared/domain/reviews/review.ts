import type { AuditHead } from "#shared/domain/audit/row.ts";
import type { AbsentField, GivenField, ReviewValues } from "./fields.ts";
import { type Decision, isDecision, type PanelStatus, type ReviewStatus } from "./statuses.ts";

/** Statuses that approve the pinned content of the rules. */
export const approvals = ["approved", "approved_with_changes"] as const satisfies Decision[];
export type ApprovalStatus = (typeof approvals)[number];

export const isApproval = (status: ReviewStatus | PanelStatus): status is ApprovalStatus =>
  (approvals as readonly string[]).includes(status);

/** The fields that the requester gave in the request's body; stored with the request as given. */
export type { RequesterGave } from "./fields.ts";

interface Kept extends Omit<ReviewValues, "status" | Outcome> {
  audit_head: AuditHead;
}

/** The fields that a request may have from its beginning, whether or not it is decided. */
export type Opening = "panel_id" | "may_delegate" | "delegated_from";

/** The fields that a decision sets. */
type Outcome = Exclude<
  AbsentField,
  | "viewed_at"
  | "mail"
  | "mailing"
  | "extension"
  | "cancel_reason"
  | "ended_at"
  | Opening
  | GivenField
>;

export interface UndecidedReview extends Kept, Record<Outcome, null> {
  status: Exclude<ReviewStatus, Decision>;
}

/** The only state from which a request can still change status. */
export type PendingReview = UndecidedReview & { status: "pending" };

export interface DecidedReview extends Kept, Pick<ReviewValues, Outcome> {
  status: Decision;
  decided_at: string;
  decision_signature: string;
  counsel_email: string;
  decision_row_hash: string;
}

/** The whole stored record. */
export type ReviewRecord = UndecidedReview | DecidedReview;

export const isPending = (record: ReviewRecord): record is PendingReview =>
  record.status === "pending";

export const isDecided = (record: ReviewRecord): record is DecidedReview =>
  isDecision(record.status);

/** The status by the clock: a pending request past its expiry has expired. */
export const statusAt = ({ status, expires_at }: Dated, now: string): ReviewStatus =>
  status === "pending" && isPastExpiry({ expires_at }, now) ? "expired" : status;

interface Dated {
  status: ReviewStatus;
  /** ISO 8601 UTC. */
  expires_at: string;
}

/** Whether the link has expired, even if the daily job has not run yet (first seed, 410). */
export const isPastExpiry = (review: { expires_at: string }, now: string): boolean =>
  review.expires_at < now;

const PLACEHOLDER = "placeholder:sha256:";

/** The placeholder that v1 stores instead of the supplementary file. */
export const placeholderOf = (document: string | null): string | null =>
  document === null ? null : `${PLACEHOLDER}${document}`;
