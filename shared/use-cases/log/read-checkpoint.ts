import { DomainError } from "#shared/domain/errors.ts";
import { getCheckpoint, type SignedCheckpoint } from "#shared/store/log-checkpoints.ts";

/**
 * The newest signed checkpoint.
 * @throws DomainError `not_found` in the minute before the sequencer's first run
 */
export async function readCheckpoint(): Promise<SignedCheckpoint> {
  const checkpoint = await getCheckpoint();
  if (checkpoint !== null) return checkpoint;
  throw new DomainError("not_found", "The log starts with the next run of its sequencer.");
}
