import { type AuditRow, withoutLink } from "#shared/domain/audit/row.ts";
import { canonicalHash } from "#shared/domain/canonical.ts";
import type { Counsel } from "#shared/domain/counsel/counsel.ts";
import type { Rule } from "#shared/domain/frameworks/rule.ts";
import type { Envelope } from "#shared/domain/log/public-seal.ts";
import {
  isDecided,
  type RecordSeal,
  type ReviewRecord,
  shownFields,
} from "#shared/domain/reviews/review.ts";
import { decisionRowOf, recordedIdentity } from "./check-record.ts";
import type { LogEvidence } from "./log-evidence.ts";

const BUNDLE_VERSION = 2;

const ofRow = {
  id: true,
  created_at: true,
  resource_type: true,
  resource_id: true,
  tenant_id: true,
  actor_user_id: true,
  actor_type: true,
  action: true,
  context: true,
  row_hash: true,
  prev_hash: true,
} as const satisfies Record<keyof AuditRow, true>;

const ofPublicSeal = {
  payload: true,
  payloadType: true,
  signatures: true,
} as const satisfies Record<keyof Envelope, true>;

const ofSignature = { keyid: true, sig: true } as const satisfies Record<
  keyof Envelope["signatures"][number],
  true
>;

const ofSeal = { version: true, key_id: true, mac: true } as const satisfies Record<
  keyof RecordSeal,
  true
>;

/** Picks exactly the named fields, so that no other field of a record gets into a bundle. */
const pick = <T extends object, K extends keyof T & string>(
  record: T,
  names: Readonly<Record<K, true>>,
): Pick<T, K> =>
  Object.fromEntries(
    (Object.keys(names) as K[])
      .filter((name) => record[name] !== undefined)
      .map((name) => [name, record[name]]),
  ) as Pick<T, K>;

/** Counsel as recorded with the decision; the current data if nothing was recorded. */
function signerIn(record: ReviewRecord, counsel: Counsel | null, rows: readonly AuditRow[]) {
  const decision = isDecided(record) ? record : null;
  const recorded = decision && recordedIdentity(decisionRowOf(record, rows));
  const named = recorded ?? counsel;
  return (
    named && {
      id: record.counsel_id,
      framework_id: record.framework_id,
      email: recorded && decision ? decision.counsel_email : (counsel?.email ?? null),
      display_name: named.display_name,
      firm: named.firm,
      jurisdiction: named.jurisdiction,
      bar_registration: named.bar_registration,
    }
  );
}

const UNLOGGED: LogEvidence = {
  verifierKeys: [],
  publicSeal: null,
  logProof: null,
  isKnown: false,
  isLate: false,
  timestamp: null,
  timestampReason: "There is no decision.",
};

const publicSealIn = (seal: Envelope): Envelope => ({
  ...pick(seal, ofPublicSeal),
  signatures: seal.signatures.map((signature) => pick(signature, ofSignature)),
});

/** What the evidence log adds: seal, proof, time stamp, and the key to verify them with. */
const loggedParts = (log: LogEvidence) => ({
  public_seal: log.publicSeal && publicSealIn(log.publicSeal),
  verifier_key:
    log.verifierKeys.find((key) => key.split("+")[1] === log.publicSeal?.signatures[0]?.keyid) ??
    null,
  log_proof: log.logProof,
  timestamp: log.timestamp,
  timestamp_reason: log.timestamp === null ? log.timestampReason : null,
  logged_late: log.isLate,
});

/** A row about counsel's keys and its log proof (null until it is logged). */
export interface ProvenRow {
  row: AuditRow;
  log_proof: string | null;
}

/**
 * The offline evidence bundle: the record, counsel as of the decision, the exact rule snapshot, the
 * audit rows and a manifest of their hashes. It contains no link, token, secret or creation time,
 * so that the same state gives the same bytes (as RFC 8785 text).
 */
export function bundleOf(
  record: ReviewRecord,
  counsel: Counsel | null,
  snapshot: readonly Rule[],
  rows: readonly AuditRow[],
  log: LogEvidence,
  keyRows: readonly ProvenRow[],
) {
  const parts = {
    request: pick(record, shownFields),
    counsel: signerIn(record, counsel, rows),
    rules: snapshot.map((rule) => ({ framework_id: record.framework_id, ...rule })),
    audit: rows.map((row) => pick(withoutLink(row), ofRow)),
  };
  const manifest = Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, `sha256:${canonicalHash(part)}`]),
  );
  return {
    version: BUNDLE_VERSION,
    ...parts,
    counsel_email: record.counsel_email,
    record_seal: record.record_seal && pick(record.record_seal, ofSeal),
    key_id: record.record_seal?.key_id ?? null,
    ...(isDecided(record) ? loggedParts(log) : loggedParts(UNLOGGED)),
    // Only for counsel who have had keys or a changed signing policy.
    ...(keyRows.length === 0
      ? {}
      : {
          counsel_keys: keyRows.map(({ row, log_proof }) => ({ row: pick(row, ofRow), log_proof })),
        }),
    manifest,
  };
}
