import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { TilePlace } from "#shared/domain/log/tiles.ts";
import { putAuditRow } from "./audit.ts";
import { checkpointKey, checkpointOf, type SignedCheckpoint } from "./log-checkpoints.ts";
import { type LogRow, putSequencedRow } from "./log-rows.ts";
import { getItem, getItems, type Item } from "./read.ts";
import type { Key } from "./table-schema.ts";
import { type Action, type Outcome, transact } from "./transact.ts";

/*
 * The evidence log (evidence-log.md, section 1). Items are only ever put, never updated or deleted.
 *
 * LOG#HEAD                     / META    the sequencer's position: origin, size, root
 * LOG#KEYS                     / META    the keys that sign, or have signed
 * LOG#TILE#<level>#<index>     / META    hashes
 * LOG#ENTRIES#<index>          / META    row hashes
 * LOG#PROGRESS                 / META    progress of receipts, anchors, witnesses and time stamps
 *
 * Its signed checkpoints are in log-checkpoints.ts.
 */

const only = (pk: string): Key => ({ pk, sk: "META" });

const headKey = only("LOG#HEAD");
const keysKey = only("LOG#KEYS");
const progressKey = only("LOG#PROGRESS");
const tileKey = ({ level, index }: TilePlace): Key => only(`LOG#TILE#${level}#${index}`);
const entriesKey = (index: number): Key => only(`LOG#ENTRIES#${index}`);

/** The sequencer's position; the root in base64. */
export interface LogHead {
  origin: string;
  size: number;
  root: string;
}

/** A key that signs, or has signed, the evidence log. */
export interface LogKey {
  /** ARN in the key service. */
  key_arn: string;
  /** C2SP verifier key; its name is the log's origin. */
  verifier_key: string;
  /** ISO 8601 UTC. */
  since: string;
}

/** Progress of what happens to a checkpoint after it is signed, mostly as log sizes. */
export interface LogProgress {
  /** Position up to which older rows have been added; null to start from the beginning. */
  late_from: string | null;
  /** Rows written after this instant are not brought in late; ISO 8601 UTC. */
  late_until: string;
  late_done: boolean;
  receipts: number;
  anchored: number;
  cosigned: number;
  stamped_at: string | null;
  /** SHA-256 of the verifier that was published last. */
  verifier: string | null;
}

/** The initial values. */
const NO_PROGRESS = {
  late_from: null,
  late_done: false,
  receipts: 0,
  anchored: -1,
  cosigned: 0,
  stamped_at: null,
  verifier: null,
} as const;

const headOf = (item: Item | null): LogHead | null => (item?.head as LogHead | undefined) ?? null;
const keysOf = (item: Item | null): readonly LogKey[] => (item?.keys as LogKey[] | undefined) ?? [];

/** Every key of the log, the current signing key first; none before the log has begun. */
export const getLogKeys = async (): Promise<readonly LogKey[]> => keysOf(await getItem(keysKey));

/** Puts a new key first, if the existing keys are still `before`. */
export const putLogKey = (before: readonly LogKey[], key: LogKey): Action => ({
  Put: {
    Item: { ...keysKey, keys: [key, ...before] },
    ConditionExpression: "#keys = :before",
    ExpressionAttributeNames: { "#keys": "keys" },
    ExpressionAttributeValues: { ":before": before },
  },
});

export interface LogState {
  keys: readonly LogKey[];
  head: LogHead | null;
  checkpoint: SignedCheckpoint | null;
  progress: LogProgress | null;
}

/** Keys, head, newest checkpoint and progress, strongly consistent, in one read. */
export async function readLog(): Promise<LogState> {
  const [keys, head, checkpoint, progress] = await getItems([
    keysKey,
    headKey,
    checkpointKey,
    progressKey,
  ]);
  return {
    keys: keysOf(keys ?? null),
    head: headOf(head ?? null),
    checkpoint: checkpointOf(checkpoint ?? null),
    progress: progress ? { ...NO_PROGRESS, ...(progress.progress as LogProgress) } : null,
  };
}

/** Begins the log, with its first key and audit row, unless someone else already has. */
export async function beginLog(
  head: LogHead,
  key: LogKey,
  row: AuditRow,
  lateUntil: string,
): Promise<void> {
  const progress: LogProgress = { ...NO_PROGRESS, late_until: lateUntil };
  const first = (item: Item): Action => ({
    Put: { Item: item, ConditionExpression: "attribute_not_exists(pk)" },
  });
  await transact({
    head: first({ ...headKey, head }),
    keys: first({ ...keysKey, keys: [key] }),
    progress: first({ ...progressKey, progress }),
    row: putAuditRow(row),
  });
}

export const putProgress = (progress: LogProgress): Promise<Outcome> =>
  transact({ progress: { Put: { Item: { ...progressKey, progress } } } });

/** Stores the progress with the audit row of a new verifier; false: it is no longer as `before`. */
export async function putVerifierRow(
  before: LogProgress,
  after: LogProgress,
  row: AuditRow,
): Promise<boolean> {
  const outcome = await transact({
    progress: {
      Put: {
        Item: { ...progressKey, progress: after },
        ConditionExpression: "#progress = :before",
        ExpressionAttributeNames: { "#progress": "progress" },
        ExpressionAttributeValues: { ":before": before },
      },
    },
    row: putAuditRow(row),
  });
  return outcome.committed;
}

interface Growth {
  before: LogHead;
  after: LogHead;
  tiles: readonly (TilePlace & { bytes: Uint8Array })[];
  bundles: readonly { index: number; bytes: Uint8Array }[];
  /** The rows with their leaves. */
  rows: readonly LogRow[];
}

/** Most rows sequenced in one transaction: 100 actions less head, tiles and bundles. */
export const ROWS_AT_ONCE = 80;

/**
 * Extends the log: head, tiles, entries and the rows' leaves together, if the log is still as
 * `before` and every row is still waiting. False: someone else was faster, and nothing was written.
 */
export async function growLog({ before, after, tiles, bundles, rows }: Growth): Promise<boolean> {
  const put = (key: Key, bytes: Uint8Array): Action => ({ Put: { Item: { ...key, bytes } } });
  const outcome = await transact({
    head: {
      Put: {
        Item: { ...headKey, head: after },
        ConditionExpression: "#head = :before",
        ExpressionAttributeNames: { "#head": "head" },
        ExpressionAttributeValues: { ":before": before },
      },
    },
    tiles: tiles.map(({ bytes, ...place }) => put(tileKey(place), bytes)),
    bundles: bundles.map(({ index, bytes }) => put(entriesKey(index), bytes)),
    rows: rows.map(putSequencedRow),
  });
  return outcome.committed;
}

const bytesOf = (item: Item | null): Uint8Array | null =>
  (item?.bytes as Uint8Array | undefined) ?? null;

export async function getTiles(places: readonly TilePlace[]): Promise<(Uint8Array | null)[]> {
  return (await getItems(places.map(tileKey))).map(bytesOf);
}

/** Entry bundles by index: 32 bytes per entry, without length prefixes. */
export async function getEntries(indexes: readonly number[]): Promise<(Uint8Array | null)[]> {
  return (await getItems(indexes.map(entriesKey))).map(bytesOf);
}
