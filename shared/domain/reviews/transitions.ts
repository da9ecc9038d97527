import { lawful } from "#shared/domain/audit/life.ts";
import { auditRow } from "#shared/domain/audit/reviews.ts";
import { type AuditHead, type AuditRow, chained, notBefore } from "#shared/domain/audit/row.ts";
import { sha256Hex } from "#shared/domain/canonical.ts";
import type { Assertion } from "#shared/domain/counsel/assertion-form.ts";
import type { Signer } from "#shared/domain/counsel/counsel.ts";
import type { Language } from "#shared/domain/language.ts";
import { type AbsentField, absentFields, trailOf } from "./fields.ts";
import { type SigningKey, signDecision } from "./keyring.ts";
import { requestStep } from "./life.ts";
import {
  type DecidedReview,
  type Opening,
  type PendingReview,
  placeholderOf,
  type ReviewRecord,
  type UndecidedReview,
} from "./review.ts";
import type { RuleVerdict } from "./rule-verdicts.ts";
import { sealRecord } from "./seal.ts";
import type { CancelReason, Decision } from "./statuses.ts";
import { commitTo, type Salts, textsIn } from "./words.ts";

/*
 * The lifecycle of a review request (first seed, "States and transitions"): requested, viewed, then
 * decided, cancelled or expired. Each transition returns the new record and its audit row, linked to
 * the chain. The write is conditional on the record being unchanged (optimistic locking). Only life.ts
 * decides how a row changes a request, and whether it may be written.
 */

export interface Transition<R extends ReviewRecord = ReviewRecord> {
  after: R;
  row: AuditRow;
}

/** The time of a transition (ISO 8601 UTC) and the id of its audit row. */
interface Moment {
  id: string;
  now: string;
}

/** Counsel's reason for passing a request on, with its salt. */
export interface Reason {
  text: string;
  salt: string;
}

/** Who passed a request on and why, and the hash of the row that ended their own request. */
export interface DelegatedBy {
  counsel_id: string;
  display_name: string;
  email: string;
  reason: Reason;
  row_hash: string;
}

/**
 * Links a row to the chain of its request, and applies the row to the request.
 * @throws Error if the request is not in a state in which such a row is written
 */
export function follow<R extends ReviewRecord>(
  record: R,
  given: AuditRow,
): { row: AuditRow; head: AuditHead; moved: R } {
  const { row, head } = chained(given, record.audit_head);
  const { status, viewed_at, decided_at, cancel_reason, ended_at, expires_at } = lawful(
    requestStep,
    record,
    row,
  );
  const told = { status, viewed_at, decided_at, cancel_reason, ended_at, expires_at };
  return { row, head, moved: { ...record, ...told, audit_head: head } };
}

interface ByLink {
  /** Hash of the row that gave counsel the link by which they act. */
  link: string;
}

interface RequestInput extends Moment {
  review: Omit<PendingReview, AbsentField | "status" | "created_at" | "audit_head"> &
    Partial<Pick<PendingReview, Opening>>;
  /** The counsel who passed the request on, and the row that records it. */
  delegatedBy?: DelegatedBy;
  /**
   * The link for counsel; it appears only here, in the service log and in one response. It is the
   * link's hash where links are sent only by mail.
   */
  link: string;
  /** If two people are needed: the newest row about counsel, after which they were confirmed. */
  confirmedBy?: string | null;
}

/** The mark of a row whose link took two people. @param head null: it did not */
export const twoPeopleOf = (head: string | null) =>
  head === null ? {} : { two_people: { counsel_head: head } };

/** A new, pending request. */
export function request(input: RequestInput): Transition<PendingReview> {
  const { review, link, confirmedBy = null, delegatedBy, id, now } = input;
  const { row, head } = chained(
    auditRow({
      action: "rule_review.requested",
      resourceId: review.id,
      tenantId: null,
      actorUserId: delegatedBy === undefined ? review.requested_by_user_id : null,
      context: {
        ...trailOf("requested", review),
        ...(delegatedBy === undefined
          ? {}
          : { delegated_by: { ...delegatedBy, reason: committed(delegatedBy.reason) } }),
        ...twoPeopleOf(confirmedBy),
        magic_link_url: link,
      },
      id,
      at: now,
      texts:
        delegatedBy === undefined ? [] : [{ path: "delegated_by.reason", ...delegatedBy.reason }],
    }),
    null,
  );
  lawful(requestStep, null, row);
  const after: PendingReview = {
    ...absentFields,
    ...review,
    status: "pending",
    created_at: now,
    audit_head: head,
  };
  return { after, row };
}

const committed = ({ text, salt }: Reason) => commitTo(text, salt);

interface ViewInput extends Moment, ByLink {
  /** `page`: counsel's web page; `api`: a client that requested JSON. */
  via: "page" | "api";
  presented_language?: Language;
}

/**
 * Records the first view, even after the decision if counsel decided without opening the review.
 */
export function view(record: ReviewRecord, input: ViewInput): Transition {
  const { link, via, id, now } = input;
  const { counsel_id, framework_id, audit_head } = record;
  const viewed_at = notBefore(audit_head, now);
  const { row, moved } = follow(
    record,
    auditRow({
      action: "rule_review.viewed_by_counsel",
      ...ofRequest(record, null),
      context: {
        counsel_id,
        framework_id,
        link,
        ...trailOf("viewed", { viewed_at }),
        ...presented(input),
        via,
      },
      id,
      at: viewed_at,
    }),
  );
  return { after: moved, row };
}

/** The member of a row if the page was in another language than the rules. */
const presented = ({ presented_language }: { presented_language?: Language }) =>
  presented_language === undefined ? {} : { presented_language };

export interface DecideInput extends Moment, ByLink {
  presented_language?: Language;
  decision: Decision;
  /** Stored verbatim; null if none was sent. */
  comment: string | null;
  /** Counsel's remarks on single rules; null: none. */
  rule_verdicts?: RuleVerdict[] | null;
  /** The salts of all texts in comment and verdicts, by their paths in the row's context. */
  salts: Salts;
  /** Counsel's name for the matter; null or left out: none. */
  counsel_reference?: string | null;
  /** Hex SHA-256 of the supplementary document; v1 stores nothing else about it. */
  document: string | null;
  /** The assertion made with counsel's own key, if a key is required. */
  assertion: Assertion | null;
  /** The counsel at decision time; the signature covers the e-mail. */
  signer: Signer;
  key: SigningKey;
}

/**
 * Records counsel's decision (first seed, POST …/decide): signs the four fields, links the audit
 * row to the chain and seals the whole record with the chain's head. The write is also conditional
 * on the signer being unchanged.
 */
export function decide(record: PendingReview, input: DecideInput): Transition<DecidedReview> {
  const { decision, comment, document, signer, key, id, now } = input;
  const { display_name, firm, bar_registration } = signer;
  const decided_at = notBefore(record.audit_head, now);
  const signed = { decision, counsel_email: signer.email, nonce: record.nonce, decided_at };
  const decided: DecidedReview = {
    ...record,
    status: decision,
    decided_at,
    decision_comment: comment,
    rule_verdicts: input.rule_verdicts ?? null,
    counsel_reference: input.counsel_reference ?? null,
    salts: Object.keys(input.salts).length === 0 ? null : { ...input.salts },
    counsel_email: signer.email,
    signed_as: { display_name, firm, bar_registration },
    supplementary_pdf_kv_secret: placeholderOf(document),
    decision_signature: signDecision(key.secret, signed),
    decision_row_hash: "",
  };
  const { row, head } = follow(record, decisionRow(decided, input, id));
  const sealed: DecidedReview = { ...decided, audit_head: head, decision_row_hash: head.hash };
  return { after: { ...sealed, record_seal: sealRecord(key, sealed, head.hash) }, row };
}

function decisionRow(decided: DecidedReview, input: DecideInput, id: string): AuditRow {
  const { display_name, firm, jurisdiction, bar_registration } = input.signer;
  return auditRow({
    action: `rule_review.${decided.status}`,
    ...ofRequest(decided, null),
    context: {
      link: input.link,
      ...trailOf("decided", decided),
      ...presented(input),
      document: input.document,
      counsel: { display_name, firm, jurisdiction, bar_registration },
      signing_policy: input.signer.signing_policy,
      counsel_head: input.signer.counsel_head,
      ...(input.assertion === null ? {} : { assertion: input.assertion }),
    },
    id,
    at: decided.decided_at,
    texts: textsIn({ ...decided }, input.salts),
  });
}

/** To whom counsel passed the request on, why, and what counsel's own key signed if required. */
interface Delegation extends ByLink {
  delegated_to: { request_id: string; counsel_id: string; display_name: string; email: string };
  reason: Reason;
  assertion?: Assertion;
}

interface CancelInput extends Moment {
  /** null: counsel ended it, or the panel's result did. */
  actorUserId: string | null;
  reason?: CancelReason;
  delegation?: Delegation;
}

/** Ends a pending request: an admin withdraws it, its panel ended, or counsel passed it on. */
export function cancel(record: PendingReview, input: CancelInput): Transition<UndecidedReview> {
  const { actorUserId, reason, delegation, id, now } = input;
  const { counsel_id, framework_id } = record;
  const said = reason === undefined ? {} : { reason };
  const row = auditRow({
    action: "rule_review.cancelled",
    ...ofRequest(record, actorUserId),
    context: { counsel_id, framework_id, ...said, ...passedOn(delegation) },
    id,
    at: now,
    texts: delegation === undefined ? [] : [{ path: "delegation_reason", ...delegation.reason }],
  });
  return ended(record, row);
}

const passedOn = (delegation: Delegation | undefined) => {
  if (delegation === undefined) return {};
  const { reason, ...to } = delegation;
  return { ...to, delegation_reason: committed(reason) };
};

/** The daily job ends a pending request that is past its expiry. */
export function expire(record: PendingReview, { id, now }: Moment): Transition<UndecidedReview> {
  const { counsel_id, framework_id, expires_at } = record;
  const row = auditRow({
    action: "rule_review.expired",
    ...ofRequest(record, null),
    context: { counsel_id, framework_id, expires_at },
    id,
    at: now,
  });
  return ended(record, row);
}

function ended(record: UndecidedReview, given: AuditRow): Transition<UndecidedReview> {
  const { row, moved } = follow(record, given);
  return { after: moved, row };
}

const ofRequest = ({ id }: ReviewRecord, actorUserId: string | null) => ({
  resourceId: id,
  tenantId: null,
  actorUserId,
});

/** Hex SHA-256 of a supplementary document, as in the decision's row and the placeholder. */
export const documentDigest = (pdf: Uint8Array | null): string | null =>
  pdf === null ? null : sha256Hex(pdf);
