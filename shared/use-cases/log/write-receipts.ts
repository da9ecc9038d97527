import { eachBounded } from "#shared/domain/each-bounded.ts";
import { proofText } from "#shared/domain/log/proof-text.ts";
import { splitHashes, TILE_WIDTH } from "#shared/domain/log/tiles.ts";
import { getEntries, type LogProgress, putProgress } from "#shared/store/log.ts";
import { checkpointsFrom, type SignedCheckpoint } from "#shared/store/log-checkpoints.ts";
import { getLogRows, type LogRow, putProvenRow } from "#shared/store/log-rows.ts";
import { addLogProof } from "#shared/store/reviews.ts";
import { transact } from "#shared/store/transact.ts";
import { proveInclusion } from "./prove.ts";

const CHECKPOINTS_AT_ONCE = 20;
const WRITTEN_AT_ONCE = 8;

/**
 * Stores every decision's inclusion proof in the first checkpoint that covers it: with its row, and
 * with the link, where counsel's receipt is read without another call.
 */
export async function writeReceipts(
  progress: LogProgress,
  mayGoOn: () => boolean,
): Promise<LogProgress> {
  let state = progress;
  while (mayGoOn()) {
    const checkpoints = await checkpointsFrom(state.receipts + 1, CHECKPOINTS_AT_ONCE);
    for (const checkpoint of checkpoints) {
      await prove(state.receipts, checkpoint);
      state = { ...state, receipts: checkpoint.size };
      await putProgress(state);
    }
    if (checkpoints.length < CHECKPOINTS_AT_ONCE) break;
  }
  return state;
}

/** Proves the decisions among the leaves from `from` to the checkpoint's size. */
async function prove(from: number, { size, note }: SignedCheckpoint): Promise<void> {
  const first = Math.floor(from / TILE_WIDTH);
  const bundles = Math.ceil(size / TILE_WIDTH) - first;
  const entries = await getEntries(Array.from({ length: bundles }, (_, i) => first + i));
  const hashes = entries
    .flatMap((bytes) => (bytes === null ? [] : splitHashes(bytes)))
    .slice(from - first * TILE_WIDTH, size - first * TILE_WIDTH)
    .map((hash) => Buffer.from(hash).toString("hex"));
  const rows = await getLogRows(hashes);
  const decided = rows.filter((row): row is LogRow => row?.decision != null);
  await eachBounded(decided, WRITTEN_AT_ONCE, async (row) => {
    if (row.leaf === null || row.decision === null) return;
    const index = row.leaf.index;
    const log_proof = proofText({
      index,
      hashes: await proveInclusion(index, size),
      checkpoint: note,
    });
    await Promise.all([
      transact({ row: putProvenRow({ ...row, log_proof }) }),
      transact({ link: addLogProof(row.decision.token_hash, log_proof) }),
    ]);
  });
}
