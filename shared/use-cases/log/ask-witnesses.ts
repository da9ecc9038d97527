import { hashLines } from "#shared/domain/log/proof-text.ts";
import { parseNote, verifyNote } from "#shared/domain/log/signed-note.ts";
import {
  COSIGNATURE,
  ML_DSA_44,
  parseVerifierKey,
  type VerifierKey,
} from "#shared/domain/log/verifier-key.ts";
import { postBytes } from "#shared/platform/http/post-bytes.ts";
import { describeError, log } from "#shared/platform/log.ts";
import { setting } from "#shared/platform/settings.ts";
import { type LogProgress, putProgress } from "#shared/store/log.ts";
import type { SignedCheckpoint } from "#shared/store/log-checkpoints.ts";
import { proveConsistency } from "./prove.ts";

interface Witness {
  key: VerifierKey;
  /** Submission prefix, without a trailing slash. */
  url: string;
}

/** LOG_WITNESSES: `<verifier key> <submission prefix>`, several separated by commas. */
function witnesses(): Witness[] {
  const entries = (setting("LOG_WITNESSES") ?? "").split(",").map((entry) => entry.trim());
  return entries.flatMap((entry) => {
    const [text = "", url = ""] = entry.split(/\s+/);
    const key = parseVerifierKey(text);
    const isWitness = key?.kind === COSIGNATURE || key?.kind === ML_DSA_44;
    if (key !== null && isWitness && url !== "") return [{ key, url: url.replace(/\/$/, "") }];
    if (entry !== "")
      log("error", "evidence_log.witness_refused", { witness: text, reason: "setting" });
    return [];
  });
}

export interface Cosigned {
  progress: LogProgress;
  checkpoint: SignedCheckpoint;
}

/**
 * Asks the C2SP witnesses that have not cosigned the newest checkpoint to do so. A witness that refuses
 * or is down does not block anything, but raises an alarm.
 * @returns the checkpoint with their cosignatures, which is not stored yet
 */
export async function askWitnesses(
  progress: LogProgress,
  checkpoint: SignedCheckpoint,
): Promise<Cosigned> {
  const cosigned = parseNote(checkpoint.note)?.signatures ?? [];
  const asked = witnesses().filter(
    ({ key }) => !cosigned.some(({ name, id }) => name === key.name && id === key.id),
  );
  if (asked.length === 0) return { progress, checkpoint };
  const lines = await Promise.all(
    asked.map((witness) => ask(witness, checkpoint, Math.min(progress.cosigned, checkpoint.size))),
  );
  const added = lines.filter((line) => line !== null);
  const note = checkpoint.note + added.join("");
  const after = { ...progress, cosigned: checkpoint.size };
  await putProgress(after);
  return { progress: after, checkpoint: { ...checkpoint, note } };
}

async function ask(
  witness: Witness,
  checkpoint: SignedCheckpoint,
  seen: number,
): Promise<string | null> {
  const { name } = witness.key;
  try {
    const first = await submit(witness, checkpoint, seen);
    // 409: the witness has seen a different size from the one we assumed; the body contains it.
    const known =
      first.status === 409 ? Number(new TextDecoder().decode(first.bytes).trim()) : null;
    const answer =
      known !== null && Number.isSafeInteger(known) && known <= checkpoint.size
        ? await submit(witness, checkpoint, known)
        : first;
    const line =
      answer.status === 200 ? await cosignature(witness, checkpoint, answer.bytes) : null;
    if (line !== null) return line;
    log("error", "evidence_log.witness_refused", { witness: name, status: answer.status });
  } catch (error) {
    log("error", "evidence_log.witness_refused", { witness: name, ...describeError(error) });
  }
  return null;
}

async function submit({ url }: Witness, { size, note }: SignedCheckpoint, old: number) {
  const proof = hashLines(await proveConsistency(old, size));
  const body = `old ${old}\n${proof}\n${note}`;
  return postBytes(`${url}/add-checkpoint`, "text/plain; charset=utf-8", body);
}

/**
 * The first line of the answer that verifies with the witness's key; null if none does. Others add
 * nothing, and a note with too many lines cannot be read.
 */
async function cosignature(
  { key }: Witness,
  { note }: SignedCheckpoint,
  bytes: Uint8Array,
): Promise<string | null> {
  const head = note.slice(0, note.lastIndexOf("\n\n") + 2);
  for (const line of new TextDecoder().decode(bytes).split("\n")) {
    const cosigned = line === "" ? null : parseNote(`${head}${line}\n`);
    if (cosigned !== null && (await verifyNote(cosigned, key)) === "valid") return `${line}\n`;
  }
  return null;
}
