import type { LogParts } from "#shared/domain/evidence/bundle.ts";
import { keyChainText } from "#shared/domain/log/key-change.ts";
import { logOrigin, setting } from "#shared/platform/settings.ts";
import { firstStampFrom, getCheckpoint } from "#shared/store/log-checkpoints.ts";
import { getLogKeys } from "#shared/store/log-keys.ts";
import { getLogRows, type LogRow } from "#shared/store/log-rows.ts";
import { proofOf } from "#shared/use-cases/log/prove.ts";

/**
 * What the log shows of some rows: its keys, a proof for each row that it has taken, and the time
 * stamp over the decision.
 * @param decision the hash of the decision's row; null while there is none
 */
export async function loadLogParts(
  hashes: readonly string[],
  decision: string | null | undefined,
): Promise<LogParts> {
  const [keys, checkpoint, found] = await Promise.all([
    getLogKeys(),
    getCheckpoint(),
    getLogRows(hashes),
  ]);
  const leaves = new Map(found.flatMap((row) => (row === null ? [] : [[row.row_hash, row]])));
  const proofs = hashes.map(async (row_hash) => {
    const leaf = leaves.get(row_hash);
    const isCovered = leaf !== undefined && checkpoint !== null && leaf.index < checkpoint.size;
    return { row_hash, log_proof: isCovered ? await proofOf(leaf.index, checkpoint) : null };
  });
  return {
    log: {
      origin: logOrigin(),
      keys: keys === null ? null : keyChainText(keys.changes),
      proofs: await Promise.all(proofs),
    },
    ...(await stampOver(decision, leaves)),
  };
}

async function stampOver(
  decision: string | null | undefined,
  leaves: ReadonlyMap<string, LogRow>,
): Promise<Pick<LogParts, "timestamp" | "timestamp_reason">> {
  const without = (timestamp_reason: string) => ({ timestamp: null, timestamp_reason });
  if (typeof decision !== "string") return without("There is no decision.");
  if (!setting("TSA_URL")) return without("No time-stamp authority is configured.");
  const leaf = leaves.get(decision);
  const stamp = leaf === undefined ? null : await firstStampFrom(leaf.index + 1);
  if (leaf === undefined || stamp === null) {
    return without("No time stamp covers the decision yet; one is requested every hour.");
  }
  const log_proof = await proofOf(leaf.index, stamp);
  return { timestamp: { log_proof, token: stamp.token }, timestamp_reason: null };
}
