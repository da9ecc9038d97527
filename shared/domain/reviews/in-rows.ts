import type { AuditRow } from "#shared/domain/audit/row.ts";
import { toldRow } from "#shared/domain/audit/told-row.ts";
import { isPart } from "./actions.ts";
import { type ReviewValues, trailNames } from "./fields.ts";
import { placeholderOf } from "./placeholder.ts";
import type { DecidedReview, ReviewRecord } from "./review.ts";
import type { ReviewStatus } from "./statuses.ts";

/*
 * What a request's rows say of it. Whoever can write the table can alter the record, but cannot sign a
 * row; so what others are shown, and what a panel comes to, follows from the rows.
 */

type Row = AuditRow;

/** Actions whose rows give a request a link; the newest of them is the only one that opens it. */
const givesLink: ReadonlySet<string> = new Set([
  "rule_review.requested",
  "rule_review.link_renewed",
]);

/** The row that gave the request its present link; null: none did. */
export const newestLinkRow = <R extends Row>(rows: readonly R[]): R | null =>
  rows.findLast(({ action }) => givesLink.has(action)) ?? null;

/**
 * The record with what the row that began it says, which never changes.
 * @param first signed by its writer
 * @returns null if it begins no request
 */
export function asRequestedIn<R extends ReviewRecord>(record: R, first: Row | undefined): R | null {
  if (first?.action !== "rule_review.requested") return null;
  const told = trailNames("requested").map(([name, said]) => [name, first.context[said] ?? null]);
  return { ...record, ...Object.fromEntries(told), created_at: first.created_at };
}

/** Whether a row ends its request: a decision, cancellation or expiry. */
export const endsRequest = ({ action }: Pick<Row, "action">): boolean =>
  isPart(action, "decision") || isPart(action, "end");

/** The row by which a request ended; null while it is pending. */
export const endIn = <R extends Row>(rows: readonly R[]): R | null =>
  rows.find(endsRequest) ?? null;

const statusOf = ({ action }: Row): ReviewStatus =>
  action.slice("rule_review.".length) as ReviewStatus;

/**
 * The record as its rows tell how it ended.
 * @param rows of the request, each signed by its writer
 * @returns null if the record has ended, but no row says so
 */
export function asInRows(record: ReviewRecord, rows: readonly Row[]): ReviewRecord | null {
  const end = endIn(rows);
  if (end === null) return record.status === "pending" ? record : null;
  if (isPart(end.action, "decision")) return asDecidedIn(record, end);
  return {
    ...record,
    ...undecided,
    status: statusOf(end) as "cancelled" | "expired",
    cancel_reason: (end.context.reason as ReviewValues["cancel_reason"] | undefined) ?? null,
    ended_at: end.created_at,
  };
}

const undecided = {
  decided_at: null,
  decision_signature: null,
  decision_comment: null,
  rule_verdicts: null,
  counsel_reference: null,
  supplementary_pdf_kv_secret: null,
  counsel_email: null,
  decision_row_hash: null,
  signed_as: null,
  record_seal: null,
  salts: null,
} as const;

/** The record with the decision that a row records. */
function asDecidedIn(record: ReviewRecord, row: Row): DecidedReview {
  const { context, salts = {} } = toldRow(row);
  const said = context as Partial<ReviewValues> & {
    document?: string | null;
    counsel?: { display_name: string; firm: string | null };
  };
  return {
    ...record,
    cancel_reason: null,
    ended_at: null,
    status: statusOf(row) as DecidedReview["status"],
    decided_at: row.created_at,
    decision_signature: said.decision_signature ?? "",
    decision_comment: said.decision_comment ?? null,
    rule_verdicts: said.rule_verdicts ?? null,
    supplementary_pdf_kv_secret: placeholderOf(said.document ?? null),
    counsel_email: said.counsel_email ?? "",
    signed_as: said.counsel
      ? { display_name: said.counsel.display_name, firm: said.counsel.firm }
      : null,
    salts: Object.keys(salts).length === 0 ? null : salts,
    decision_row_hash: row.row_hash ?? "",
  };
}
