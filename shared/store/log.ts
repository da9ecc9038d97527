import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { Leaf } from "#shared/domain/log/follow.ts";
import type { TilePlace } from "#shared/domain/log/tiles.ts";
import { insert, is, put } from "./item.ts";
import { checkpointKey, checkpointOf, type SignedCheckpoint } from "./log-checkpoints.ts";
import { keysKey, keysOf, type LogKeys } from "./log-keys.ts";
import { putTaken } from "./log-outbox.ts";
import { bytesOf, entriesKey, putLogRow } from "./log-rows.ts";
import { putSubjectHead } from "./log-subjects.ts";
import { putLoggedRow } from "./logged-rows.ts";
import { getItem, getItems, type Item } from "./read.ts";
import type { Key } from "./table-schema.ts";
import { type Action, type Outcome, transact } from "./transact.ts";

/*
 * The evidence log (evidence-log.md, section 2). Items are only ever put, never updated or deleted.
 *
 * LOG#HEAD                     / META    how far the sequencer is: origin, size, root
 * LOG#TILE#<level>#<index>     / META    hashes
 * LOG#PROGRESS                 / META    progress of receipts, witnesses and time stamps
 *
 * Its keys are in log-keys.ts, its signed checkpoints in log-checkpoints.ts, the rows that wait in
 * log-outbox.ts, and the rows that it took with its entries in log-rows.ts.
 */

const only = (pk: string): Key => ({ pk, sk: "META" });

const headKey = only("LOG#HEAD");
const progressKey = only("LOG#PROGRESS");
const tileKey = ({ level, index }: TilePlace): Key => only(`LOG#TILE#${level}#${index}`);

/** The sequencer's position; the root in base64. */
export interface LogHead {
  origin: string;
  size: number;
  root: string;
}

/** Progress of the steps after a checkpoint is signed, mostly as log sizes. */
export interface LogProgress {
  receipts: number;
  cosigned: number;
  stamped_at: string | null;
  /** SHA-256 of the verifier that was published last. */
  verifier: string | null;
}

const NO_PROGRESS: LogProgress = { receipts: 0, cosigned: 0, stamped_at: null, verifier: null };

const headOf = (item: Item | null): LogHead | null => (item?.head as LogHead | undefined) ?? null;
/** Changes the keys, if they are still as `before`. */
export const putLogKeys = (before: LogKeys, after: LogKeys): Action =>
  put({ ...keysKey, keys: after }, is({ keys: before }));

export interface LogState {
  keys: LogKeys | null;
  head: LogHead | null;
  checkpoint: SignedCheckpoint | null;
  progress: LogProgress;
}

/**
 * Reads keys, newest checkpoint and progress first, and then the head, strongly consistent. In this
 * order the head is never behind the checkpoint, whoever writes in the meantime.
 */
export async function readLog(): Promise<LogState> {
  const [keys, checkpoint, progress] = await getItems([keysKey, checkpointKey, progressKey]);
  return {
    keys: keysOf(keys ?? null),
    checkpoint: checkpointOf(checkpoint ?? null),
    progress: { ...NO_PROGRESS, ...(progress?.progress as Partial<LogProgress> | undefined) },
    head: await getLogHead(),
  };
}

const getLogHead = async (): Promise<LogHead | null> => headOf(await getItem(headKey));

/** Begins the log, with its first keys and audit row, unless someone else already has. */
export async function beginLog(head: LogHead, keys: LogKeys, row: AuditRow): Promise<void> {
  await transact({
    head: insert({ ...headKey, head }),
    keys: insert({ ...keysKey, keys }),
    progress: insert({ ...progressKey, progress: NO_PROGRESS }),
    row: putLoggedRow(row),
  });
}

export const putProgress = (progress: LogProgress): Promise<Outcome> =>
  transact({ progress: put({ ...progressKey, progress }) });

/** Stores the progress with the audit row of a new verifier; false: it is no longer as `before`. */
export async function putVerifierRow(
  before: LogProgress,
  after: LogProgress,
  row: AuditRow,
): Promise<boolean> {
  const outcome = await transact({
    progress: put({ ...progressKey, progress: after }, is({ progress: before })),
    row: putLoggedRow(row),
  });
  return outcome.committed;
}

interface Growth {
  before: LogHead;
  after: LogHead;
  /** The time of the new leaves, ISO 8601 UTC. */
  time: string;
  tiles: readonly (TilePlace & { bytes: Uint8Array })[];
  bundles: readonly { index: number; bytes: Uint8Array }[];
  /** The new leaves in order; the first one has the index `before.size`. */
  leaves: readonly Leaf[];
}

/** A transaction has 100 actions: three for each row, and the rest for head, tiles and bundles. */
export const ROWS_AT_ONCE = 28;

/**
 * Extends the log: writes head, tiles, entries and the state of the rows together, if the log is still
 * as `before`. False: someone else was faster, and nothing was written.
 */
export async function growLog({
  before,
  after,
  time,
  tiles,
  bundles,
  leaves,
}: Growth): Promise<boolean> {
  const heads = new Map(leaves.flatMap(({ subject, head }) => (head ? [[subject, head]] : [])));
  const decisions = new Map(
    leaves.flatMap(
      ({ subject, decides, row_hash: hash }, i): [string, { index: number; hash: string }][] =>
        decides === null ? [] : [[subject, { index: before.size + i, hash }]],
    ),
  );
  const outcome = await transact({
    head: put({ ...headKey, head: after }, is({ head: before })),
    tiles: tiles.map(({ bytes, ...place }) => put({ ...tileKey(place), bytes })),
    bundles: bundles.map(({ index, bytes }) => put({ ...entriesKey(index), bytes })),
    taken: leaves.map(({ key }, i) => putTaken(key, before.size + i)),
    rows: leaves.map(({ key, row_hash, decides }, i) =>
      putLogRow({ row_hash, index: before.size + i, time, key, decides, log_proof: null }),
    ),
    subjects: [...heads].map(([subject, head]) =>
      putSubjectHead(subject, head, decisions.get(subject) ?? null),
    ),
  });
  return outcome.committed;
}

export async function getTiles(places: readonly TilePlace[]): Promise<(Uint8Array | null)[]> {
  return (await getItems(places.map(tileKey))).map(bytesOf);
}
