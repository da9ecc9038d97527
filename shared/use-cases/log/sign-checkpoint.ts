import { unbase64 } from "#shared/domain/bytes.ts";
import { checkpointText, parseNote } from "#shared/domain/log/signed-note.ts";
import { anchorKeyOf, putAnchor } from "#shared/platform/aws/anchors.ts";
import { publishCheckpoint, serveCosigned } from "#shared/store/log-checkpoints.ts";
import { askWitnesses, type Cosigned } from "./ask-witnesses.ts";
import { ForkError } from "./fork.ts";
import { signText } from "./log-signer.ts";
import type { OpenLog } from "./open-log.ts";

const SEVEN_YEARS_MS = 7 * 366 * 24 * 60 * 60 * 1000;

/**
 * Signs the log's current state, unless its checkpoint exists. Anchors the checkpoint first, so everything
 * that the world has seen is anchored. Publishes it with the cosignatures of the witnesses that answer,
 * so that the proofs in it never change.
 * @returns the newest checkpoint; null if someone else published one meanwhile
 * @throws ForkError if another tree of this size is anchored
 */
export async function signCheckpoint(log: OpenLog, now: string): Promise<Cosigned | null> {
  const { head, checkpoint, progress, signer } = log;
  if (checkpoint !== null && checkpoint.size >= head.size) {
    const again = await askWitnesses(progress, checkpoint);
    if (again.checkpoint.note !== checkpoint.note) await serveCosigned(again.checkpoint);
    return again;
  }
  const root = unbase64(head.root) ?? new Uint8Array();
  const text = checkpointText({ ...head, root });
  const note = await anchor(head.size, await signText(text, [signer]), now);
  // Two runs may sign the same tree; the signature that was anchored first counts.
  if (parseNote(note)?.text !== text) {
    throw new ForkError(`Another tree of ${head.size} leaves is anchored.`);
  }
  const signed = await askWitnesses(progress, { size: head.size, note, signed_at: now });
  return (await publishCheckpoint(checkpoint, signed.checkpoint)) ? signed : null;
}

/** Anchors a note. @returns the note anchored for this size, which may be an earlier one */
export const anchor = (size: number, text: string, now: string): Promise<string> => {
  const retainUntil = new Date(Date.parse(now) + SEVEN_YEARS_MS).toISOString();
  return putAnchor({ key: anchorKeyOf(size), text, retainUntil }, now);
};
