import { insert, is, isAbsent, put } from "./item.ts";
import { getItem, getItems, type Item, queryOnce } from "./read.ts";
import type { Key } from "./table-schema.ts";
import { type Outcome, transact } from "./transact.ts";

/*
 * Signed checkpoints of the evidence log, and the time stamps over them:
 * LOG#CHECKPOINT   / META    the newest signed checkpoint
 * LOG#CHECKPOINTS  / <size>  every signed checkpoint, as it was published
 * LOG#STAMPS       / <size>  RFC 3161 tokens over checkpoints
 * LOG#FORK         / META    since when the log does not continue what is anchored
 */

export const checkpointKey: Key = { pk: "LOG#CHECKPOINT", sk: "META" };
const CHECKPOINTS = "LOG#CHECKPOINTS";
const STAMPS = "LOG#STAMPS";
/** 2^53 has sixteen digits. */
const sizeText = (size: number): string => String(size).padStart(16, "0");

export interface SignedCheckpoint {
  size: number;
  /** The signed note. */
  note: string;
  signed_at: string;
}

export const checkpointOf = (item: Item | null): SignedCheckpoint | null =>
  (item?.checkpoint as SignedCheckpoint | undefined) ?? null;

export const getCheckpoint = async (): Promise<SignedCheckpoint | null> =>
  checkpointOf(await getItem(checkpointKey));

/**
 * Publishes a signed checkpoint, if the newest one is still `before`.
 * @returns false when someone else has published another one
 */
export async function publishCheckpoint(
  before: SignedCheckpoint | null,
  checkpoint: SignedCheckpoint,
): Promise<boolean> {
  const isNewest = before === null ? isAbsent("pk") : is({ checkpoint: before });
  const outcome = await transact({
    newest: put({ ...checkpointKey, checkpoint }, isNewest),
    signed: put({ pk: CHECKPOINTS, sk: sizeText(checkpoint.size), checkpoint }),
  });
  return outcome.committed;
}

/** Since when the log has been seen to contradict its anchors. */
export interface Fork {
  /** ISO 8601 UTC; null: it no longer does. */
  since: string | null;
  reason: string;
}

const forkKey: Key = { pk: "LOG#FORK", sk: "META" };
const forkOf = (item: Item | null | undefined): Fork | null =>
  (item?.fork as Fork | undefined) ?? null;

export const getFork = async (): Promise<Fork | null> => forkOf(await getItem(forkKey));

export const putFork = (fork: Fork): Promise<Outcome> =>
  transact({ fork: put({ ...forkKey, fork }) });

/** The newest checkpoint, and whether the log is a fork of what it signed. */
export async function getCheckpointAndFork(): Promise<{
  checkpoint: SignedCheckpoint | null;
  fork: Fork | null;
}> {
  const [checkpoint, fork] = await getItems([checkpointKey, forkKey]);
  return { checkpoint: checkpointOf(checkpoint ?? null), fork: forkOf(fork) };
}

/**
 * Serves the newest checkpoint with further cosignatures, unless a newer one was published in the
 * meantime. Proofs stay with those that it was published with.
 */
export const serveCosigned = (checkpoint: SignedCheckpoint): Promise<Outcome> =>
  transact({
    newest: put({ ...checkpointKey, checkpoint }, is({ "checkpoint.size": checkpoint.size })),
  });

/** The signed checkpoint of exactly this size. */
export async function getCheckpointOf(size: number): Promise<SignedCheckpoint | null> {
  return checkpointOf(await getItem({ pk: CHECKPOINTS, sk: sizeText(size) }));
}

/** Signed checkpoints of at least this size, smallest first, each with the size that it is kept under. */
export async function checkpointsFrom(size: number, limit: number): Promise<SignedCheckpoint[]> {
  const { items } = await queryOnce({ pk: CHECKPOINTS, from: sizeText(size), limit });
  return items.flatMap((item) => {
    const checkpoint = checkpointOf(item);
    return checkpoint === null ? [] : [{ ...checkpoint, size: Number(item.sk) }];
  });
}

/** A time-stamp token over a checkpoint. */
export interface Stamp {
  size: number;
  /** The signed note that was stamped, byte for byte. */
  note: string;
  /** The token, DER in base64. */
  token: string;
  stamped_at: string;
}

export const putStamp = (stamp: Stamp): Promise<Outcome> =>
  transact({
    stamp: insert({ pk: STAMPS, sk: sizeText(stamp.size), stamp }),
  });

/** The first time stamp over a checkpoint of at least this size. */
export async function firstStampFrom(size: number): Promise<Stamp | null> {
  const { items } = await queryOnce({ pk: STAMPS, from: sizeText(size), limit: 1 });
  const stamp = items[0]?.stamp as Stamp | undefined;
  return stamp === undefined ? null : { ...stamp, size: Number(items[0]?.sk) };
}
