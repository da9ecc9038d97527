import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import { EMPTY_ROOT } from "#shared/domain/log/merkle.ts";
import {
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  rawPublicKey,
  type VerifierKey,
  verifierKey,
  verifierKeyText,
  verifyNote,
} from "#shared/domain/log/note.ts";
import { provesConsistency } from "#shared/domain/log/proofs.ts";
import { type Edge, edgePlaces, levelsOf, rootOfEdge } from "#shared/domain/log/tiles.ts";
import { firstLogKeyArn, logPublicKey } from "#shared/platform/aws/log-key.ts";
import { baseUrl } from "#shared/platform/settings.ts";
import {
  beginLog,
  getEntries,
  getTiles,
  type LogHead,
  type LogProgress,
  type LogState,
  readLog,
} from "#shared/store/log.ts";
import type { SignedCheckpoint } from "#shared/store/log-checkpoints.ts";
import { proveConsistency } from "./prove.ts";

interface Signer {
  keyArn: string;
  key: VerifierKey;
}

/** The log that the sequencer continues. */
export interface OpenLog {
  head: LogHead;
  edge: Edge;
  /** null: not even the empty tree has been signed. */
  checkpoint: SignedCheckpoint | null;
  progress: LogProgress;
  /** The current signing key. */
  signer: Signer;
  /**
   * The key that signed the newest checkpoint, if it differs: it also signs the next one, so that
   * those who trust it can move on to its successor.
   */
  former: Signer | null;
}

/** For this long after the log began, functions of the previous version may still write rows. */
const LATE_MS = 60 * 60 * 1000;

/**
 * Opens the log, or begins it. The table's contents are checked against the newest signed
 * checkpoint: a log that does not extend it is not signed.
 * @param now ISO 8601 UTC
 * @throws Error if the table does not match what was signed
 */
export async function openLog(now: string): Promise<OpenLog> {
  const { keys, head, checkpoint, progress } = await begunLog(now);
  const signers = keys.flatMap(({ key_arn, verifier_key }) => {
    const key = parseVerifierKey(verifier_key);
    return key === null ? [] : [{ keyArn: key_arn, key }];
  });
  const [signer] = signers;
  if (signer === undefined || head === null || progress === null) {
    throw new Error("The evidence log is incomplete.");
  }
  const edge = await readEdge(head);
  const last = checkpoint === null ? signer : await signerOf(head, checkpoint, signers);
  return { head, edge, checkpoint, progress, signer, former: last === signer ? null : last };
}

/** The stored log; if there is none, it is created here and its origin is fixed permanently. */
async function begunLog(now: string): Promise<LogState> {
  const found = await readLog();
  if (found.head !== null || found.keys.length > 0) return found;
  const keyArn = firstLogKeyArn();
  const origin = `${new URL(baseUrl()).host}/evidence/log`;
  const key = verifierKey(origin, rawPublicKey(await logPublicKey(keyArn)));
  const verifier_key = verifierKeyText(key);
  const row = auditRow({
    action: "platform.evidence_log_key.provisioned",
    resourceId: "evidence-log-key",
    tenantId: null,
    actorUserId: null,
    context: { key_id: key.id, verifier_key },
    id: randomUUID(),
    at: now,
  });
  const head = { origin, size: 0, root: Buffer.from(EMPTY_ROOT).toString("base64") };
  const lateUntil = new Date(Date.parse(now) + LATE_MS).toISOString();
  await beginLog(head, { key_arn: keyArn, verifier_key, since: now }, row, lateUntil);
  return readLog();
}

/** The right edge of the tree, whose root must equal the head's. */
async function readEdge({ size, root }: LogHead): Promise<Edge> {
  const places = edgePlaces(size);
  const bundle = places.find(({ level }) => level === 0);
  const [tiles, [entries]] = await Promise.all([
    getTiles(places),
    getEntries(bundle === undefined ? [] : [bundle.index]),
  ]);
  const byLevel = Array.from({ length: levelsOf(size) }, (_, level) => {
    const at = places.findIndex((place) => place.level === level);
    return at < 0 ? new Uint8Array() : (tiles[at] ?? new Uint8Array());
  });
  const edge = { size, tiles: byLevel, entries: entries ?? new Uint8Array() };
  if (Buffer.from(rootOfEdge(edge)).toString("base64") !== root) {
    throw new Error("The evidence log's tiles do not match the root of its head.");
  }
  return edge;
}

/**
 * The signer of the newest checkpoint.
 * @throws Error unless the log extends it and one of our keys signed it
 */
async function signerOf(
  head: LogHead,
  checkpoint: SignedCheckpoint,
  signers: readonly Signer[],
): Promise<Signer> {
  const note = parseNote(checkpoint.note);
  const signed = note && parseCheckpoint(note.text);
  const signer = signers.find(({ key }) => note !== null && verifyNote(note, key) === "valid");
  if (signed === null || signer === undefined || signed.origin !== head.origin) {
    throw new Error("The evidence log's newest checkpoint is not one that its key has signed.");
  }
  const newer = { size: head.size, root: Buffer.from(head.root, "base64") };
  const hashes = signed.size < head.size ? await proveConsistency(signed.size, head.size) : [];
  if (!provesConsistency(signed, newer, hashes)) {
    throw new Error("The evidence log does not continue its newest checkpoint.");
  }
  return signer;
}
