import { DomainError } from "#shared/domain/errors.ts";
import { hashOfFound } from "#shared/domain/log/follow.ts";
import { getCheckpoint, getCheckpointOf } from "#shared/store/log-checkpoints.ts";
import { rowsAt, waitingRows } from "#shared/store/log-outbox.ts";
import { getLogRow } from "#shared/store/log-rows.ts";
import { proofOf, unlessMissing } from "./prove.ts";

export type Proven = { status: "waiting" } | { status: "proven"; proof: string };

/**
 * The inclusion proof of a row.
 * @param size of the checkpoint to prove it against; null: the newest one
 * @throws DomainError `not_in_log`; `not_found` if no checkpoint of that size was signed
 */
export async function getLogProof(rowHash: string, size: number | null): Promise<Proven> {
  const [row, checkpoint] = await Promise.all([
    getLogRow(rowHash),
    size === null ? getCheckpoint() : getCheckpointOf(size),
  ]);
  if (row === null && (await isWaiting(rowHash))) return { status: "waiting" };
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

/** How many waiting rows are searched; fewer than this wait in all but the busiest minute. */
const MOST_WAITING = 400;

/** Whether a row with this hash waits for the sequencer. */
async function isWaiting(rowHash: string): Promise<boolean> {
  const { rows } = await waitingRows(MOST_WAITING);
  return (await rowsAt(rows.map(({ key }) => key))).some((found) => hashOfFound(found) === rowHash);
}
