import type { AuditRow } from "#shared/domain/audit/row.ts";
import { toldRow } from "#shared/domain/audit/told-row.ts";
import { isPart } from "./actions.ts";
import { type ReviewValues, type Trail, trailNames } from "./fields.ts";
import { type DecidedReview, placeholderOf, type ReviewRecord } from "./review.ts";
import type { ReviewStatus } from "./statuses.ts";

/*
 * Reads a request's state from its rows. Anyone who can write to the table can alter the record, but
 * cannot sign a row. So what others are shown, and a panel's result, follow from the rows.
 */

type Row = AuditRow;

/** Actions whose rows issue or extend a request's link; only the newest row's link opens it. */
const givesLink: ReadonlySet<string> = new Set([
  "rule_review.requested",
  "rule_review.link_renewed",
  "rule_review.extended",
]);

/** The row that issued or extended the present link of the request; null: none did. */
export const newestLinkRow = <R extends Row>(rows: readonly R[]): R | null =>
  rows.findLast(({ action }) => givesLink.has(action)) ?? null;

/**
 * The present link of a request, if its rows contain it. A row that only gives more time does not.
 * @returns null if the link was erased, or is sent only by mail
 */
export function shownLinkIn(rows: readonly Row[]): string | null {
  const link = rows.findLast(({ context }) => context.magic_link_url !== undefined)?.context
    .magic_link_url;
  return typeof link === "string" && link.startsWith("http") ? link : null;
}

/** Whether a row says until when its request is open. */
export const tellsExpiry = ({ action }: Pick<Row, "action">): boolean =>
  action === "rule_review.requested" || action === "rule_review.extended";

/** Until when a request is open, by its rows; null if none of them says so. */
export const expiryIn = (rows: readonly Row[]): string | null =>
  (rows.findLast(tellsExpiry)?.context.expires_at as string | undefined) ?? null;

/**
 * The record with the fields that its first row states, which never change, and the expiry that later
 * rows gave it.
 * @param rows the first row and those that state the expiry, each signed by its writer
 * @returns null if the rows do not begin a request
 */
export function asRequestedIn<R extends ReviewRecord>(record: R, rows: readonly Row[]): R | null {
  const [first] = rows;
  if (first?.action !== "rule_review.requested") return null;
  const { context, created_at } = first;
  const told = { ...repeatedIn("requested", context), created_at, expires_at: expiryIn(rows) };
  return { ...record, ...told } as R;
}

/** The fields of the record that a row's context repeats; null: the row has none. */
const repeatedIn = (trail: Trail, context: Row["context"]): Partial<ReviewRecord> =>
  Object.fromEntries(trailNames(trail).map(([name, said]) => [name, context[said] ?? null]));

/** Whether a row ends its request: a decision, cancellation or expiry. */
export const endsRequest = ({ action }: Pick<Row, "action">): boolean =>
  isPart(action, "decision") || isPart(action, "end");

/** The row that ended a request; null while the request is pending. */
export const endIn = <R extends Row>(rows: readonly R[]): R | null =>
  rows.find(endsRequest) ?? null;

const statusOf = ({ action }: Row): ReviewStatus =>
  action.slice("rule_review.".length) as ReviewStatus;

/**
 * The record with the end that its rows record.
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

/** The record with the decision that a row records: every field that the row's context repeats. */
function asDecidedIn(record: ReviewRecord, row: Row): DecidedReview {
  const { context, salts = {} } = toldRow(row);
  const { document, counsel } = context as {
    document?: string | null;
    counsel?: NonNullable<DecidedReview["signed_as"]>;
  };
  const { display_name, firm, bar_registration } = counsel ?? {};
  return {
    ...record,
    ...repeatedIn("decided", context),
    cancel_reason: null,
    ended_at: null,
    supplementary_pdf_kv_secret: placeholderOf(document ?? null),
    signed_as: counsel ? { display_name, firm, bar_registration } : null,
    salts: Object.keys(salts).length === 0 ? null : salts,
    decision_row_hash: row.row_hash ?? "",
  } as DecidedReview;
}
