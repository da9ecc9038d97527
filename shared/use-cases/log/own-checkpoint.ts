import { unbase64 } from "#shared/domain/bytes.ts";
import type { KeySet } from "#shared/domain/log/key-change.ts";
import { provesConsistency } from "#shared/domain/log/proofs.ts";
import { type Checkpoint, parseCheckpoint, parseNote } from "#shared/domain/log/signed-note.ts";
import type { LogHead } from "#shared/store/log.ts";
import { ForkError, orFork } from "./fork.ts";
import { isSignedBy } from "./log-signer.ts";
import { proveConsistency } from "./prove.ts";

/** What says whether a checkpoint is the log's own. */
export interface Signed {
  head: LogHead;
  /** Every set of log keys, oldest first. */
  sets: readonly KeySet[];
}

/** A note under the size that it is said to be for. */
interface Kept {
  size: number;
  note: string;
}

/**
 * The checkpoint in a note; null unless it is for that size and every key of one of the log's sets
 * signed it.
 */
export async function ownCheckpoint(
  { size, note: text }: Kept,
  { head: { origin }, sets }: Signed,
): Promise<Checkpoint | null> {
  const note = parseNote(text);
  const checkpoint = note && parseCheckpoint(note.text);
  if (checkpoint === null || checkpoint.origin !== origin || checkpoint.size !== size) return null;
  const signed = await Promise.all(sets.map((set) => isSignedBy(note, set)));
  return signed.includes(true) ? checkpoint : null;
}

/** @throws ForkError unless the log with this head begins with the checkpoint's tree */
export async function mustExtend(head: LogHead, signed: Checkpoint): Promise<void> {
  const newer = { size: head.size, root: unbase64(head.root) ?? new Uint8Array() };
  const hashes =
    signed.size < head.size ? await orFork(() => proveConsistency(signed.size, head.size)) : [];
  if (!provesConsistency(signed, newer, hashes)) {
    throw new ForkError(
      `It has ${head.size} leaves and does not continue the ${signed.size} that were signed.`,
    );
  }
}
