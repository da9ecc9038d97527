import type { AuditRow } from "#shared/domain/audit/row.ts";
import { decisionRowOf } from "#shared/domain/evidence/check-record.ts";
import type { LogEvidence, TimeStamp } from "#shared/domain/evidence/log-evidence.ts";
import { proofText } from "#shared/domain/log/proof-text.ts";
import { isDecided, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { setting } from "#shared/platform/settings.ts";
import { getLogKeys } from "#shared/store/log.ts";
import { firstStampFrom } from "#shared/store/log-checkpoints.ts";
import { getLogRow, type LogRow } from "#shared/store/log-rows.ts";
import { proveInclusion } from "#shared/use-cases/log/prove.ts";

/** What the evidence log says about a decision; one round trip, two more for a time stamp. */
export async function loadLogEvidence(
  record: ReviewRecord,
  rows: readonly AuditRow[],
): Promise<LogEvidence> {
  const hash = isDecided(record) ? decisionRowOf(record, rows)?.row_hash : undefined;
  const [keys, row] = await Promise.all([
    hash === undefined ? [] : getLogKeys(),
    hash === undefined ? null : getLogRow(hash),
  ]);
  const timestamp = row && (await findStamp(row));
  return {
    verifierKeys: keys.map(({ verifier_key }) => verifier_key),
    publicSeal: row?.leaf?.seal ?? null,
    logProof: row?.log_proof ?? null,
    isKnown: row !== null,
    isLate: row?.late ?? false,
    timestamp,
    timestampReason: setting("TSA_URL")
      ? "No time stamp covers the decision yet; one is requested every hour."
      : "No time-stamp authority is configured.",
  };
}

async function findStamp({ leaf }: LogRow): Promise<TimeStamp | null> {
  if (leaf === null || !setting("TSA_URL")) return null;
  const stamp = await firstStampFrom(leaf.index + 1);
  if (stamp === null) return null;
  const hashes = await proveInclusion(leaf.index, stamp.size);
  const log_proof = proofText({ index: leaf.index, hashes, checkpoint: stamp.note });
  return { log_proof, token: stamp.token };
}
