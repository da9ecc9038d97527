import { type AuditRow, withoutLink, withRowHash } from "#shared/domain/audit/row.ts";
import type { Counsel } from "#shared/domain/counsel/counsel.ts";
import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { bundledOf } from "#shared/domain/reviews/fields.ts";
import { isDecided, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { recordedIdentity } from "./checks/counsel.ts";
import {
  type ChainedRow,
  decisionRowIn,
  type EvidenceFile,
  identityFields,
  type WritersPart,
  type WrittenRow,
} from "./evidence-file.ts";

/** What the log says about the rows of a request and its counsel. */
export type LogParts = Pick<EvidenceFile, "log" | "timestamp" | "timestamp_reason">;

/** Everything that a bundle is made of, as stored. */
export interface BundleParts {
  record: ReviewRecord;
  counsel: Counsel | null;
  /** The pinned rules, as far as they are there. */
  rules: readonly Rule[];
  /** The request's rows in order, with the link as stored or as its digest. */
  rows: readonly AuditRow[];
  /** Every row about its counsel, in order. */
  counselRows: readonly AuditRow[];
  /** Every row of its panel, in order; null: it is in none. */
  panelRows: readonly AuditRow[] | null;
  /** Certificates of those who signed these rows. */
  writers: WritersPart;
  log: LogParts;
}

/**
 * The evidence of a request: record, pinned rules, all rows of the request, of its counsel and of its
 * panel, and what the log proves of them. It contains no link, token, secret or time of creation: the same
 * state gives the same bytes (as RFC 8785 text).
 * @param identity `now`: counsel as stored now, for the service's own checks; `then`: as recorded
 *   with the decision
 */
export function evidenceFile(parts: BundleParts, identity: "now" | "then"): EvidenceFile {
  const { record, rules, rows, counselRows, panelRows, writers, log } = parts;
  const file: EvidenceFile = {
    version: 1,
    request: bundledOf(record) as EvidenceFile["request"],
    counsel: null,
    counsel_email: record.counsel_email,
    rules: rules.map((rule) => ({ framework_id: record.framework_id, ...rule })),
    audit: rows.map(writtenIn),
    counsel_audit: counselRows.map(writtenIn),
    panel_audit: panelRows?.map(writtenIn) ?? null,
    writers: [...writers],
    disclosures: [...rows, ...counselRows, ...(panelRows ?? [])].flatMap(disclosedIn),
    record_seal: sealIn(record),
    key_id: record.record_seal?.key_id ?? null,
    ...log,
  };
  return { ...file, counsel: signerIn(parts, file, identity) };
}

/** Counsel's words in a row, as files disclose them. */
const disclosedIn = (stored: AuditRow): EvidenceFile["disclosures"] => {
  const { row_hash = "", texts = [] } = withRowHash(withoutLink(stored));
  return texts.map((one) => ({ row_hash, ...one }));
};

const sealIn = ({ record_seal: seal }: ReviewRecord): EvidenceFile["record_seal"] =>
  seal && { version: seal.version, key_id: seal.key_id, mac: seal.mac };

/** A row as evidence shows it. */
export function chainedIn(stored: AuditRow): ChainedRow {
  const row = withRowHash(withoutLink(stored));
  return {
    id: row.id,
    created_at: row.created_at,
    resource_type: row.resource_type,
    resource_id: row.resource_id,
    tenant_id: row.tenant_id,
    actor_user_id: row.actor_user_id,
    // No visitor of a room writes rows about reviews or counsel.
    actor_type: row.actor_type as ChainedRow["actor_type"],
    action: row.action,
    context: row.context,
    row_hash: row.row_hash ?? "",
    prev_hash: row.prev_hash ?? null,
  };
}

/** A row with its writer. */
export const writtenIn = (stored: AuditRow): WrittenRow => ({
  ...chainedIn(stored),
  writer: stored.writer ?? null,
  writer_signature: stored.writer_signature ?? null,
});

function signerIn(
  { record, counsel }: BundleParts,
  file: EvidenceFile,
  identity: "now" | "then",
): EvidenceFile["counsel"] {
  const recorded = identity === "then" ? recordedIdentity(decisionRowIn(file)) : null;
  const named = recorded ?? counsel;
  if (named === null) return null;
  const details = Object.fromEntries(identityFields.map((name) => [name, named[name]]));
  return {
    id: record.counsel_id,
    framework_id: record.framework_id,
    email: isDecided(record) ? record.counsel_email : (counsel?.email ?? null),
    ...(details as Pick<Counsel, (typeof identityFields)[number]>),
  };
}
