import { getItem, type Item } from "./read.ts";
import { type Read, readOne } from "./read-together.ts";
import type { Key } from "./table-schema.ts";

/* LOG#KEYS / META: the keys of the evidence log, by role, and the signed notes that lead to them. */

export const keysKey: Key = { pk: "LOG#KEYS", sk: "META" };

/** A key in the key service, with its public half. */
export interface LogKey {
  key_arn: string;
  /** C2SP verifier key, named after the log's origin. */
  verifier_key: string;
}

/** The log keys that sign together: Ed25519 first, then ML-DSA-44. */
export type LogKeySet = readonly [LogKey, LogKey];

/** ARNs of keys that the next run of the sequencer changes to. */
export type NextKeys =
  | { role: "log"; arns: readonly [string, string] }
  | { role: "rows"; arn: string };

export interface LogKeys {
  /** Every set of log keys, the one that signs now first. */
  sets: readonly LogKeySet[];
  /** Every key that signed certificates of writers, the one that does now first. */
  rows: readonly LogKey[];
  /** The signed note of the first keys, and those of their changes, oldest first. */
  changes: readonly string[];
  next: NextKeys | null;
}

export const keysOf = (item: Item | null): LogKeys | null =>
  (item?.keys as LogKeys | undefined) ?? null;

/** The log's keys; null before the log has begun. */
export const getLogKeys = async (): Promise<LogKeys | null> => keysOf(await getItem(keysKey));

/** The same, read together with other records. */
export const logKeysRead: Read<LogKeys | null> = readOne(keysKey, keysOf);
