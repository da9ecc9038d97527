import { DomainError } from "#shared/domain/errors.ts";
import { proofText } from "#shared/domain/log/proof-text.ts";
import { getCheckpoint, getCheckpointOf } from "#shared/store/log-checkpoints.ts";
import { getLogRow } from "#shared/store/log-rows.ts";
import { proveInclusion } from "./prove.ts";

export type Proven = { status: "waiting" } | { status: "proven"; proof: string };

/**
 * The inclusion proof of a row.
 * @param size of the checkpoint to prove it against; null: the newest one
 * @throws DomainError `not_in_log`; `not_found` if no checkpoint of that size was signed
 */
export async function proveRow(rowHash: string, size: number | null): Promise<Proven> {
  const [row, checkpoint] = await Promise.all([
    getLogRow(rowHash),
    size === null ? getCheckpoint() : getCheckpointOf(size),
  ]);
  if (row === null) throw new DomainError("not_in_log", "The log does not contain this row.");
  if (size !== null && checkpoint === null) {
    throw new DomainError("not_found", "There is no checkpoint of this size.");
  }
  const { leaf } = row;
  if (leaf === null || checkpoint === null) return { status: "waiting" };
  if (leaf.index >= checkpoint.size) {
    if (size === null) return { status: "waiting" };
    throw new DomainError("not_in_log", "The row entered the log after this checkpoint.");
  }
  const hashes = await proveInclusion(leaf.index, checkpoint.size);
  return {
    status: "proven",
    proof: proofText({ index: leaf.index, hashes, checkpoint: checkpoint.note }),
  };
}
