import { checkpointText, signatureLine, signedNote } from "#shared/domain/log/note.ts";
import { signWithLogKey } from "#shared/platform/aws/log-key.ts";
import {
  getCheckpoint,
  publishCheckpoint,
  type SignedCheckpoint,
} from "#shared/store/log-checkpoints.ts";
import type { OpenLog } from "./open-log.ts";

/**
 * Signs and publishes the log's current state, unless a checkpoint of its size exists.
 * @returns the newest checkpoint
 */
export async function signCheckpoint(log: OpenLog, now: string): Promise<SignedCheckpoint> {
  const { head, checkpoint, signer, former } = log;
  if (checkpoint !== null && checkpoint.size >= head.size) return checkpoint;
  const text = checkpointText({ ...head, root: Buffer.from(head.root, "base64") });
  const lines: string[] = [];
  for (const { keyArn, key } of former === null ? [signer] : [signer, former]) {
    const signature = await signWithLogKey(keyArn, Buffer.from(text));
    lines.push(signatureLine(head.origin, key.id, signature));
  }
  const note = signedNote(text, lines);
  const signed = { size: head.size, note, signed_at: now };
  if (await publishCheckpoint(signed)) return signed;
  return (await getCheckpoint()) ?? signed;
}
