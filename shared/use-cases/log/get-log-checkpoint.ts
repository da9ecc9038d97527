import { DomainError } from "#shared/domain/errors.ts";
import { getCheckpointAndFork, type SignedCheckpoint } from "#shared/store/log-checkpoints.ts";

export interface Served {
  checkpoint: SignedCheckpoint;
  /** ISO 8601 UTC. Signing stopped at this time because the table contradicts the anchors. */
  forkedSince: string | null;
}

/**
 * The newest signed checkpoint.
 * @throws DomainError `not_found` in the minute before the sequencer's first run
 */
export async function getLogCheckpoint(): Promise<Served> {
  const { checkpoint, fork } = await getCheckpointAndFork();
  if (checkpoint !== null) return { checkpoint, forkedSince: fork?.since ?? null };
  throw new DomainError("not_found", "The log starts with the next run of its sequencer.");
}
