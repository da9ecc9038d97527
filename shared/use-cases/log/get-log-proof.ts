import { DomainError } from "#shared/domain/errors.ts";
import { hashOfFound } from "#shared/domain/log/follow.ts";
import { getCheckpoint, getCheckpointOf } from "#shared/store/log-checkpoints.ts";
import { rowsAt, type WaitingPage, waitingRows } from "#shared/store/log-outbox.ts";
import { getLogRow } from "#shared/store/log-rows.ts";
import { proofOf, unlessMissing } from "./prove.ts";

export type Proven = { status: "waiting" } | { status: "proven"; proof: string };

/**
 * The inclusion proof of a row.
 * @param size of the checkpoint to prove it against; null: the newest one
 * @param isWaiting whether the row waits; given by callers who know where the row is
 * @throws DomainError `not_in_log`; `not_found` if no checkpoint of that size was signed
 */
export async function getLogProof(
  rowHash: string,
  size: number | null,
  isWaiting: () => Promise<boolean> = () => mayWait(rowHash),
): Promise<Proven> {
  const [row, checkpoint] = await Promise.all([
    getLogRow(rowHash),
    size === null ? getCheckpoint() : getCheckpointOf(size),
  ]);
  if (row === null && (await isWaiting())) return { status: "waiting" };
  if (row === null) throw new DomainError("not_in_log", "The log does not contain this row.");
  if (size !== null && checkpoint === null) {
    throw new DomainError("not_found", "There is no checkpoint of this size.");
  }
  const { index } = row;
  if (checkpoint === null) return { status: "waiting" };
  if (index >= checkpoint.size) {
    if (size === null) return { status: "waiting" };
    throw new DomainError("not_in_log", "The row entered the log after this checkpoint.");
  }
  const proof = await unlessMissing(proofOf(index, checkpoint));
  if (proof === null) throw new DomainError("not_in_log", "The log does not contain this row.");
  return { status: "proven", proof };
}

const PAGE = 400;
/** Each page is a query and four batches of reads, and anybody may ask. */
const MAX_PAGES = 5;

/**
 * Whether a row with this hash waits for the sequencer, or may do so: if more rows wait than are
 * searched, the log is behind, and whoever asks has to ask again.
 */
async function mayWait(rowHash: string): Promise<boolean> {
  let startKey: WaitingPage["lastKey"] = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { rows, lastKey }: WaitingPage = await waitingRows(PAGE, startKey);
    const found = await rowsAt(rows.map(({ key }) => key));
    if (found.some((one) => hashOfFound(one) === rowHash)) return true;
    if (lastKey === null) return false;
    startKey = lastKey;
  }
  return true;
}
