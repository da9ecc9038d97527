import { lived } from "#shared/domain/audit/life.ts";
import { type AuditRow, withoutLink } from "#shared/domain/audit/row.ts";
import type { Counsel } from "#shared/domain/counsel/counsel.ts";
import { counselStep, detailFields } from "#shared/domain/counsel/life.ts";
import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { bundledOf } from "#shared/domain/reviews/fields.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import type { ChainedRow, EvidenceFile, WritersPart, WrittenRow } from "./evidence-file.ts";

/** What the log says about the rows of a file. */
export type LogParts = Pick<EvidenceFile, "log" | "timestamp" | "timestamp_reason">;

/** A request with its rows in order, its link as stored or as a digest, and its counsel's rows. */
export interface RequestParts {
  record: ReviewRecord;
  rows: readonly AuditRow[];
  counselRows: readonly AuditRow[];
}

/** Everything that a bundle is made of, as stored. */
export interface BundleParts extends RequestParts {
  /** Counsel as stored now; null: this counsel no longer exists. */
  counsel: Counsel | null;
  /** The pinned rules, as far as they still exist. */
  rules: readonly Rule[];
  /** The request that this one was passed on from. */
  related: readonly RequestParts[];
  /** Every row of its panel, in order; null: it belongs to no panel. */
  panelRows: readonly AuditRow[] | null;
  /** The certificates of the writers who signed these rows. */
  writers: WritersPart;
  log: LogParts;
}

/**
 * The evidence of a request: record, pinned rules, all rows of the request, of its counsel, of its
 * panel and of the request that it was passed on from, and what the log proves about them. It contains
 * no link, token, secret or time of creation, so the same state gives the same bytes (as RFC 8785
 * text).
 * @param identity `now`: counsel as stored now, for the service's own checks; `then`: as named by their
 *   rows up to the decision
 */
export function evidenceFile(parts: BundleParts, identity: "now" | "then"): EvidenceFile {
  const { record, rules, rows, counselRows, panelRows, writers, log } = parts;
  return {
    version: 1,
    request: bundledOf(record) as EvidenceFile["request"],
    counsel: identity === "then" ? counselThen(parts) : counselNow(parts),
    rules: rules.map((rule) => ({ framework_id: record.framework_id, ...rule })),
    audit: rows.map(writtenIn),
    counsel_audit: counselRows.map(writtenIn),
    related: parts.related.map((one) => ({
      request: bundledOf(one.record) as EvidenceFile["request"],
      audit: one.rows.map(writtenIn),
      counsel_audit: one.counselRows.map(writtenIn),
    })),
    panel_audit: panelRows?.map(writtenIn) ?? null,
    writers: [...writers],
    disclosures: [rows, panelRows ?? [], ...parts.related.map((one) => one.rows)]
      .flat()
      .flatMap(disclosedIn),
    record_seal: sealIn(record),
    key_id: record.record_seal?.key_id ?? null,
    ...log,
  };
}

/** Counsel's words in a row, as files disclose them. */
export const disclosedIn = ({ row_hash = "", texts = [] }: AuditRow): EvidenceFile["disclosures"] =>
  texts.map((one) => ({ row_hash, ...one }));

const sealIn = ({ record_seal: seal }: ReviewRecord): EvidenceFile["record_seal"] =>
  seal && { version: seal.version, key_id: seal.key_id, mac: seal.mac };

/** A row as evidence shows it. */
export function chainedIn(stored: AuditRow): ChainedRow {
  const row = withoutLink(stored);
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

type Named = EvidenceFile["counsel"];

/** Counsel as named by the rows up to the one that the decision names. */
function counselThen({ record, rows, counselRows }: RequestParts): Named {
  const head = rows.find(({ context }) => context.counsel_head !== undefined)?.context.counsel_head;
  const at = counselRows.findIndex(({ row_hash }) => row_hash === head);
  const known = lived(counselStep, at < 0 ? counselRows : counselRows.slice(0, at + 1));
  return known && signedBy(record, known.details);
}

const counselNow = ({ record, counsel }: BundleParts): Named =>
  counsel && signedBy(record, counsel);

/** Uses the address that the signature covers, once there is a signature. */
const signedBy = (record: ReviewRecord, details: Parameters<typeof counselIn>[1]) =>
  counselIn(record, { ...details, email: record.counsel_email ?? details.email });

const counselIn = (
  { counsel_id: id, framework_id }: ReviewRecord,
  details: Readonly<Record<(typeof detailFields)[number], string | null>>,
): NonNullable<Named> => ({
  ...{ id, framework_id },
  ...(Object.fromEntries(detailFields.map((name) => [name, details[name]])) as Details),
});
type Details = Pick<NonNullable<Named>, (typeof detailFields)[number]>;
