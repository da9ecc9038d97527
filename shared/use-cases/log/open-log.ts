import { randomUUID } from "node:crypto";
import { lawful } from "#shared/domain/audit/life.ts";
import { auditRow } from "#shared/domain/audit/log.ts";
import { base64, concat } from "#shared/domain/bytes.ts";
import { parseEntry, TILE_WIDTH } from "#shared/domain/log/entry.ts";
import {
  type DatedRowsKey,
  type KeyChange,
  type KeySet,
  keyChangeText,
  LOG_KEY,
  LONGEST_ORIGIN,
} from "#shared/domain/log/key-change.ts";
import { EMPTY_ROOT, leafHash, sameHash } from "#shared/domain/log/merkle.ts";
import { type Checkpoint, ownNote, parseNote } from "#shared/domain/log/signed-note.ts";
import {
  type Edge,
  edgePlaces,
  levelsOf,
  rootOfEdge,
  splitEntries,
  splitHashes,
} from "#shared/domain/log/tiles.ts";
import { verifierKeyText } from "#shared/domain/log/verifier-key.ts";
import { logKeyStep } from "#shared/domain/setup/key-life.ts";
import type { Anchored } from "#shared/platform/aws/anchors.ts";
import { firstLogKeyArns, firstRowsKeyArn } from "#shared/platform/aws/signing-key.ts";
import { logOrigin } from "#shared/platform/settings.ts";
import {
  beginLog,
  getTiles,
  type LogHead,
  type LogProgress,
  type LogState,
  readLog,
} from "#shared/store/log.ts";
import { publishCheckpoint, type SignedCheckpoint } from "#shared/store/log-checkpoints.ts";
import type { LogKeys } from "#shared/store/log-keys.ts";
import { getEntries } from "#shared/store/log-rows.ts";
import { ForkError } from "./fork.ts";
import { keySetOf, rowsKeyOf, type Signer, signerOf, signText } from "./log-signer.ts";
import { mustExtend, ownCheckpoint } from "./own-checkpoint.ts";
import { lastTimeAt, trustedKeys } from "./trusted-keys.ts";

/** The log that the sequencer continues; it extends all that was anchored. */
export interface OpenLog {
  head: LogHead;
  edge: Edge;
  /** The time of the last leaf, ISO 8601 UTC; empty before the first. */
  lastTime: string;
  /** null: not even the empty tree has been signed. */
  checkpoint: SignedCheckpoint | null;
  progress: LogProgress;
  keys: LogKeys;
  /** Every set of log keys, oldest first. The last one signs now. */
  sets: readonly KeySet[];
  signer: Signer;
  /** The keys whose certificates for writers are trusted, oldest first. */
  rowsKeys: readonly DatedRowsKey[];
}

/**
 * Opens the log, or begins it. The table is trusted only if it extends the newest anchor, which nobody
 * can change.
 * @param anchor the newest one, read before the table; null if there is none
 * @param now ISO 8601 UTC
 * @throws ForkError
 */
export async function openLog(anchor: Anchored | null, now: string): Promise<OpenLog> {
  const { keys, head, checkpoint, progress } = await begunLog(now);
  if (keys === null || head === null) throw new ForkError("Its keys or its head are missing.");
  if (head.origin !== logOrigin()) throw new ForkError(`It is of ${head.origin}.`);
  const [{ sets, rows: rowsKeys }, { edge, lastTime }] = await Promise.all([
    trustedKeys(head, keys),
    readEdge(head),
  ]);
  const signer: Signer = { keys: sets.at(-1) as KeySet, arns: arnsOf(keys.sets[0]) };
  const anchored = anchor === null ? null : await ownCheckpoint(anchor, { head, sets });
  if (anchor !== null && anchored === null) {
    throw new ForkError(
      "The newest anchor is not signed for its size by keys that the table knows.",
    );
  }
  if (anchored !== null) await mustExtend(head, anchored);
  const isSame = checkpoint !== null && isAnchorItself(checkpoint, anchor);
  const own = isSame ? anchored : checkpoint && (await ownCheckpoint(checkpoint, { head, sets }));
  if (own !== null && own.size > (anchored?.size ?? -1)) await mustExtend(head, own);
  if (own === null && anchored === null && head.size > 0) {
    throw new ForkError("It has leaves, but no checkpoint that was signed.");
  }
  const open = { head, edge, lastTime, checkpoint, progress, keys, sets, signer, rowsKeys };
  if (anchored === null || isAnchored(checkpoint, own, { ...anchored, note: anchor?.note ?? "" })) {
    return { ...open, checkpoint: own === null ? null : checkpoint };
  }
  // A run ended between anchoring and publishing, or the table was changed: the anchor counts.
  const restored = { size: anchored.size, note: anchor?.note ?? "", signed_at: now };
  await publishCheckpoint(checkpoint, restored);
  return { ...open, checkpoint: restored };
}

/**
 * Whether the table's checkpoint is the newest anchor, perhaps with cosignatures: its signatures by the
 * log are those that were verified.
 */
const isAnchorItself = (stored: SignedCheckpoint, anchor: Anchored | null): boolean =>
  stored.size === anchor?.size &&
  ownNote(stored.note) === anchor.note &&
  parseNote(stored.note) !== null;

/** Whether the table's checkpoint is the newest anchor, or goes beyond it. */
function isAnchored(
  stored: SignedCheckpoint | null,
  own: Checkpoint | null,
  anchored: Checkpoint & { note: string },
): boolean {
  if (stored === null || own === null) return false;
  return own.size > anchored.size || ownNote(stored.note) === anchored.note;
}

const arnsOf = (set: LogKeys["sets"][number] | undefined): Signer["arns"] => [
  set?.[0].key_arn ?? "",
  set?.[1].key_arn ?? "",
];

/** The stored log; if there is none, it is created here, with the note of its first keys. */
async function begunLog(now: string): Promise<LogState> {
  const found = await readLog();
  if (found.head !== null || found.keys !== null) return found;
  const origin = logOrigin();
  if (origin.length > LONGEST_ORIGIN) {
    throw new Error(`The log's origin, ${origin}, is longer than ${LONGEST_ORIGIN} characters.`);
  }
  const [signer, rows] = await Promise.all([
    signerOf(origin, firstLogKeyArns()),
    rowsKeyOf(origin, firstRowsKeyArn()),
  ]);
  const first: KeyChange = { origin, size: 0, role: "first", log: signer.keys, rows: rows.key };
  const keys: LogKeys = {
    sets: [keySetOf(signer)],
    rows: [rows.stored],
    changes: [await signText(keyChangeText(first), [signer])],
    next: null,
  };
  const row = auditRow({
    action: "platform.evidence_log_key.provisioned",
    resourceId: LOG_KEY,
    tenantId: null,
    actorUserId: null,
    context: {
      verifier_keys: signer.keys.map(verifierKeyText),
      rows_verifier_key: rows.stored.verifier_key,
    },
    id: randomUUID(),
    at: now,
  });
  lawful(logKeyStep, null, row);
  const head = { origin, size: 0, root: base64(EMPTY_ROOT) };
  await beginLog(head, keys, row);
  return readLog();
}

/** The right edge of the tree and the time of its last leaf, both checked against the head's root. */
async function readEdge(head: LogHead): Promise<{ edge: Edge; lastTime: string }> {
  const { size, root } = head;
  const places = edgePlaces(size);
  const lastBundle = Math.max(0, Math.ceil(size / TILE_WIDTH) - 1);
  const [tiles, [bundle]] = await Promise.all([getTiles(places), getEntries([lastBundle])]);
  // Another run may have extended tiles and bundles since we read the head.
  const byLevel = Array.from({ length: levelsOf(size) }, (_, level) => {
    const at = places.findIndex((place) => place.level === level);
    const hashes = splitHashes(tiles[at] ?? new Uint8Array());
    return concat(...hashes.slice(0, places[at]?.width ?? 0));
  });
  const entries = splitEntries(bundle ?? new Uint8Array()).slice(0, size - lastBundle * TILE_WIDTH);
  const isFull = size % TILE_WIDTH === 0;
  const edge = { size, tiles: byLevel, entries: isFull ? new Uint8Array() : concat(...entries) };
  const leaves = splitHashes(byLevel[0] ?? new Uint8Array());
  const areTheirs = isFull || entries.every((entry, i) => isLeaf(entry, leaves[i]));
  if (base64(rootOfEdge(edge)) !== root || !areTheirs) {
    throw new ForkError("Its tiles do not match the root of its head.");
  }
  // The entries of a bundle that is not full have just been compared with their leaves.
  const isWhole = !isFull && entries.length === leaves.length;
  const last = isWhole ? parseEntry(entries.at(-1) ?? new Uint8Array()) : null;
  return { edge, lastTime: last?.time ?? (await lastTimeAt(size, head)) };
}

const isLeaf = (entry: Uint8Array, hash: Uint8Array | undefined): boolean =>
  hash !== undefined && sameHash(leafHash(entry), hash);
