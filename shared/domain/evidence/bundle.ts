import { type AuditRow, withoutLink } from "#shared/domain/audit/row.ts";
import { canonicalHash } from "#shared/domain/canonical.ts";
import type { Counsel } from "#shared/domain/counsel/counsel.ts";
import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { publicReview, type ReviewRecord } from "#shared/domain/reviews/review.ts";

const BUNDLE_VERSION = 1;

/** Notes are the platform's own; a bundle leaves the house. */
const withoutNotes = ({ notes: _, ...counsel }: Counsel) => counsel;

/**
 * The offline evidence bundle: the record, the exact rule snapshot, the audit rows and a manifest
 * of their hashes. Holds no link, token or secret and no time of its own making, so the same state
 * gives the same bytes (written as RFC 8785 text).
 */
export function bundleOf(
  record: ReviewRecord,
  counsel: Counsel | null,
  snapshot: readonly Rule[],
  rows: readonly AuditRow[],
) {
  const parts = {
    request: publicReview(record),
    counsel: counsel && withoutNotes(counsel),
    rules: snapshot.map((rule) => ({ framework_id: record.framework_id, ...rule })),
    audit: rows.map(withoutLink),
  };
  const manifest = Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, `sha256:${canonicalHash(part)}`]),
  );
  return {
    version: BUNDLE_VERSION,
    ...parts,
    counsel_email: record.counsel_email,
    record_seal: record.record_seal,
    key_id: record.record_seal?.key_id ?? null,
    manifest,
  };
}
