import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { parseEntry, TILE_WIDTH } from "#shared/domain/log/entry.ts";
import { splitEntries } from "#shared/domain/log/tiles.ts";
import { addLogProof } from "#shared/store/links.ts";
import { type LogProgress, putProgress } from "#shared/store/log.ts";
import { checkpointsFrom, type SignedCheckpoint } from "#shared/store/log-checkpoints.ts";
import { getEntries, getLogRows, type LogRow, putLogRow } from "#shared/store/log-rows.ts";
import { getReviews } from "#shared/store/reviews.ts";
import { transact } from "#shared/store/transact.ts";
import { ownCheckpoint, type Signed } from "./own-checkpoint.ts";
import { proofOf } from "./prove.ts";

const CHECKPOINTS_AT_ONCE = 20;
const WRITTEN_AT_ONCE = 8;

/**
 * Stores the inclusion proof of every decision in the first checkpoint that covers it. The proof is
 * stored with the row, and with the link, where counsel's receipt is read without another call. A
 * stored checkpoint that the log did not sign is passed over; comparing it with its anchor tells of it.
 */
export async function writeReceipts(
  { progress, ...signed }: Signed & { progress: LogProgress },
  mayGoOn: () => boolean,
): Promise<LogProgress> {
  let state = progress;
  let from = progress.receipts + 1;
  while (mayGoOn()) {
    const began = from;
    const checkpoints = await checkpointsFrom(from, CHECKPOINTS_AT_ONCE);
    for (const checkpoint of checkpoints) {
      // Whoever can write the table could add an item under a key that is no size.
      if (!(checkpoint.size >= from)) continue;
      from = checkpoint.size + 1;
      if ((await ownCheckpoint(checkpoint, signed)) === null) continue;
      await prove(state.receipts, checkpoint);
      state = { ...state, receipts: checkpoint.size };
      await putProgress(state);
    }
    if (checkpoints.length < CHECKPOINTS_AT_ONCE || from === began) break;
  }
  return state;
}

/** Proves the decisions among the leaves from `from` to the checkpoint's size. */
async function prove(from: number, checkpoint: SignedCheckpoint): Promise<void> {
  const { size } = checkpoint;
  const first = Math.floor(from / TILE_WIDTH);
  const bundles = Math.ceil(size / TILE_WIDTH) - first;
  const entries = await getEntries(Array.from({ length: bundles }, (_, i) => first + i));
  const hashes = entries
    .flatMap((bytes) => (bytes === null ? [] : splitEntries(bytes)))
    .slice(from - first * TILE_WIDTH, size - first * TILE_WIDTH)
    .flatMap((entry) => parseEntry(entry)?.row ?? []);
  const decided = (await getLogRows(hashes)).filter(
    (row): row is LogRow & { decides: string } => row?.decides != null,
  );
  const reviews = await getReviews(decided.map(({ decides }) => decides));
  await eachBounded([...decided.entries()], WRITTEN_AT_ONCE, async ([i, row]) => {
    const log_proof = await proofOf(row.index, checkpoint);
    const tokenHash = reviews[i]?.token_hash;
    await Promise.all([
      transact({ row: putLogRow({ ...row, log_proof }) }),
      tokenHash === undefined ? null : transact({ link: addLogProof(tokenHash, log_proof) }),
    ]);
  });
}
