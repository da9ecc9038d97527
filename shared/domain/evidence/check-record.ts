import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { Counsel } from "#shared/domain/counsel/counsel.ts";
import { isDecided, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { placeholderOf } from "#shared/domain/reviews/transitions.ts";
import { type Check, fail, pass, unverifiable } from "./check.ts";

const NO_DECISION = "There is no decision yet.";
const NOT_RECORDED = "The decision was made before this was recorded.";

/** The row of a request's decision; undefined if there is none. */
export const decisionRowOf = (
  record: ReviewRecord,
  rows: readonly AuditRow[],
): AuditRow | undefined => rows.find(({ action }) => action === `rule_review.${record.status}`);

const identity = ["display_name", "firm", "jurisdiction", "bar_registration"] as const;

/**
 * Counsel's identity as recorded in the decision's row; null for decisions made before it was
 * recorded.
 */
export function recordedIdentity(
  row: AuditRow | undefined,
): Pick<Counsel, (typeof identity)[number]> | null {
  const recorded = row?.context.counsel;
  if (typeof recorded !== "object" || recorded === null) return null;
  const said = new Map(Object.entries(recorded));
  return {
    display_name: String(said.get("display_name")),
    firm: said.get("firm") ?? null,
    jurisdiction: said.get("jurisdiction") ?? null,
    bar_registration: said.get("bar_registration") ?? null,
  };
}

/** Compares counsel's name and details with those that row hash, chain and seal cover. */
export function checkIdentity(
  record: ReviewRecord,
  counsel: Counsel | null,
  rows: readonly AuditRow[],
): Check {
  const id = "counsel_identity";
  if (!isDecided(record)) return unverifiable(id, NO_DECISION);
  const recorded = recordedIdentity(decisionRowOf(record, rows));
  if (recorded === null) return unverifiable(id, NOT_RECORDED);
  if (counsel === null) return fail(id, "The counsel's record is missing.");
  const differing = identity.filter((field) => recorded[field] !== counsel[field]);
  if (differing.length === 0) return pass(id, "Counsel is named as recorded with the decision.");
  const changes = differing.map(
    (field) => `${field} (${quoted(recorded[field])} then, ${quoted(counsel[field])} now)`,
  );
  return fail(id, `Differs from what was recorded with the decision: ${changes.join(", ")}.`);
}

const quoted = (value: string | null): string => (value === null ? "none" : JSON.stringify(value));

/** Compares the record's digest of the supplementary document with the decision row's. */
export function checkDocument(record: ReviewRecord, rows: readonly AuditRow[]): Check {
  const id = "document";
  if (!isDecided(record)) return unverifiable(id, NO_DECISION);
  const recorded = decisionRowOf(record, rows)?.context.document;
  if (recorded === undefined) return unverifiable(id, NOT_RECORDED);
  const digest = typeof recorded === "string" ? recorded : null;
  if (record.supplementary_pdf_kv_secret !== placeholderOf(digest)) {
    return fail(id, "The digest is not the one recorded with the decision.");
  }
  return digest === null
    ? pass(id, "The decision came without a document.")
    : pass(id, `The document has the SHA-256 ${digest}.`);
}

/** Fields of the record that differ from its audit rows; empty if none do. */
export function differingFromTrail(record: ReviewRecord, rows: readonly AuditRow[]): string[] {
  const requested = rows.find(({ action }) => action === "rule_review.requested");
  const viewed = rows.find(({ action }) => action === "rule_review.viewed_by_counsel");
  const said = {
    created_at: requested?.created_at,
    expires_at: requested?.context.expires_at,
    viewed_at: viewed === undefined ? null : viewed.context.viewed_at,
  };
  return (["created_at", "expires_at", "viewed_at"] as const).filter(
    (field) => said[field] !== record[field],
  );
}
