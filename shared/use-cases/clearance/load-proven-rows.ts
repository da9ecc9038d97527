import type { ClearanceEvidence } from "#shared/domain/evidence/clearance-file.ts";
import type { WrittenRow } from "#shared/domain/evidence/evidence-file.ts";
import { keyChainText, keyChainUntil } from "#shared/domain/log/key-change.ts";
import { logOrigin } from "#shared/platform/settings.ts";
import { getCheckpoint } from "#shared/store/log-checkpoints.ts";
import { getLogKeys } from "#shared/store/log-keys.ts";
import { getLogRows } from "#shared/store/log-rows.ts";
import { loadWriters } from "#shared/use-cases/evidence/load-writers.ts";
import { refuseUnsigned } from "#shared/use-cases/evidence/refuse-unsigned.ts";
import { proveLeaves, unlessMissing } from "#shared/use-cases/log/prove.ts";

/** The limit for rows and proofs, as JSON. */
const MAX_BYTES = 4_000_000;

export const isTooLarge = (evidence: object): boolean =>
  JSON.stringify(evidence).length > MAX_BYTES;

/**
 * Rows with their signers and the log's proofs of them, in the form in which a saved answer contains
 * them.
 * @param about the subject that a refusal names
 * @throws DomainError `state_differs` for a row that was changed, or that none of the functions signed
 */
export async function loadProvenRows(
  rows: readonly WrittenRow[],
  about: Parameters<typeof refuseUnsigned>[1],
): Promise<ClearanceEvidence> {
  const evidence = await proven(rows);
  await refuseUnsigned(rows, about, evidence);
  return evidence;
}

async function proven(rows: readonly WrittenRow[]): Promise<ClearanceEvidence> {
  const [keys, checkpoint, logged, writers] = await Promise.all([
    getLogKeys(),
    getCheckpoint(),
    getLogRows(rows.map(({ row_hash }) => row_hash)),
    loadWriters(rows),
  ]);
  const size = checkpoint?.size ?? 0;
  const indexes = logged.map((row) => (row !== null && row.index < size ? row.index : null));
  const known = indexes.filter((index) => index !== null);
  const leaves = (await unlessMissing(proveLeaves(known, size))) ?? new Map();
  return {
    origin: logOrigin(),
    keys: keys && keyChainText(keyChainUntil(keys.changes, checkpoint)),
    checkpoint: checkpoint?.note ?? null,
    rows: rows.map((row, i) => ({ row, leaf: leaves.get(indexes[i] ?? -1) ?? null })),
    writers,
  };
}
