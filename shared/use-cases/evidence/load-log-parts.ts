import type { LogParts } from "#shared/domain/evidence/bundle.ts";
import { keyChainText, keyChainUntil } from "#shared/domain/log/key-change.ts";
import { logOrigin, setting } from "#shared/platform/settings.ts";
import {
  checkpointsFrom,
  firstStampFrom,
  type SignedCheckpoint,
  type Stamp,
} from "#shared/store/log-checkpoints.ts";
import { getLogKeys } from "#shared/store/log-keys.ts";
import { getLogRows, type LogRow } from "#shared/store/log-rows.ts";
import { proofOf, unlessMissing } from "#shared/use-cases/log/prove.ts";

/**
 * The log's evidence for some rows: its keys, a proof for each row that it has taken, and the time
 * stamp over the decision. Each proof is for the first checkpoint that covers the row, and the keys end
 * with the newest of these checkpoints and the stamped one. Rows that the log takes later change none
 * of this.
 * @param decision the hash of the decision's row; null while there is none
 */
export async function loadLogParts(
  hashes: readonly string[],
  decision: string | null | undefined,
): Promise<LogParts> {
  const [keys, found] = await Promise.all([getLogKeys(), getLogRows(hashes)]);
  const leaves = new Map(found.flatMap((row) => (row === null ? [] : [[row.row_hash, row]])));
  const [proofs, { stamp, ...stamped }] = await Promise.all([
    Promise.all(hashes.map((row_hash) => provenIn(row_hash, leaves))),
    stampOver(decision, leaves),
  ]);
  const changes = keys?.changes ?? null;
  return {
    log: {
      origin: logOrigin(),
      keys: changes && keyChainText(keyChainUntil(changes, newestOf(proofs, stamp))),
      proofs: proofs.map(({ row_hash, log_proof }) => ({ row_hash, log_proof })),
    },
    ...stamped,
  };
}

interface Proven {
  row_hash: string;
  log_proof: string | null;
  /** null: no checkpoint covers the row yet. */
  checkpoint: SignedCheckpoint | null;
}

async function provenIn(row_hash: string, leaves: ReadonlyMap<string, LogRow>): Promise<Proven> {
  const leaf = leaves.get(row_hash);
  const [checkpoint = null] = leaf === undefined ? [] : await checkpointsFrom(leaf.index + 1, 1);
  const isCovered = leaf !== undefined && checkpoint !== null;
  const log_proof = isCovered ? await unlessMissing(proofOf(leaf.index, checkpoint)) : null;
  return { row_hash, log_proof, checkpoint: log_proof === null ? null : checkpoint };
}

/** The newest of the checkpoints that are judged; null while a row still has none. */
function newestOf(
  proofs: readonly Proven[],
  stamp: Stamp | null,
): Pick<SignedCheckpoint, "size" | "note"> | null {
  if (proofs.some(({ checkpoint }) => checkpoint === null)) return null;
  const checkpoints = [...proofs.map(({ checkpoint }) => checkpoint), stamp].filter(
    (one) => one !== null,
  );
  return checkpoints.toSorted((a, b) => b.size - a.size)[0] ?? null;
}

async function stampOver(
  decision: string | null | undefined,
  leaves: ReadonlyMap<string, LogRow>,
): Promise<Pick<LogParts, "timestamp" | "timestamp_reason"> & { stamp: Stamp | null }> {
  const without = (timestamp_reason: NonNullable<LogParts["timestamp_reason"]>) => ({
    ...{ stamp: null, timestamp: null, timestamp_reason },
  });
  if (typeof decision !== "string") return without("undecided");
  // The stage may have had an authority when the decision was stamped, whatever it is set to now.
  const none = without(setting("TSA_URL") ? "not_yet" : "not_configured");
  const leaf = leaves.get(decision);
  const stamp = leaf === undefined ? null : await firstStampFrom(leaf.index + 1);
  if (leaf === undefined || stamp === null) return none;
  const log_proof = await unlessMissing(proofOf(leaf.index, stamp));
  if (log_proof === null) return none;
  return { stamp, timestamp: { log_proof, token: stamp.token }, timestamp_reason: null };
}
