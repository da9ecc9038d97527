import { nowMs } from "#shared/platform/clock.ts";
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

/** A key that certifies writers now, or did before. */
interface StoredRowsKey extends LogKey {
  /** For a former key: when another one replaced it, according to the log's note about that. */
  until?: Replaced;
}

interface Replaced {
  /** The size of the tree then. */
  size: number;
  /** The time of its last leaf, ISO 8601 UTC. */
  at: string;
  emergency: boolean;
}

/** ARNs of keys that the next run of the sequencer changes to. */
export type NextKeys =
  | { role: "log"; arns: readonly [string, string] }
  | {
      role: "rows";
      arn: string;
      /**
       * In an emergency: nobody writes logged rows from this time until the keys have changed, ISO 8601
       * UTC, so that the log takes everything that the former key certified before that key is
       * withdrawn.
       */
      emergency_at?: string;
    };

export interface LogKeys {
  /** Every set of log keys, the one that signs now first. */
  sets: readonly LogKeySet[];
  /** Every key that signed certificates of writers, the one that signs now first. */
  rows: readonly StoredRowsKey[];
  /** The signed note of the first keys, and those of their changes, oldest first. */
  changes: readonly string[];
  next: NextKeys | null;
}

/** After this time every function knows that the keys have changed. */
export const RECENT_MS = 30_000;

/** The result and time of the last read, whoever made it. */
let seen: { keys: LogKeys | null; at: number } | null = null;

export function keysOf(item: Item | null): LogKeys | null {
  const keys = (item?.keys as LogKeys | undefined) ?? null;
  seen = { keys, at: nowMs() };
  return keys;
}

/** The log's keys as they were at most 30 seconds ago. */
export async function recentLogKeys(): Promise<LogKeys | null> {
  const age = seen === null ? Number.POSITIVE_INFINITY : nowMs() - seen.at;
  return seen !== null && age >= 0 && age < RECENT_MS ? seen.keys : getLogKeys();
}

/** The log's keys; null before the log has begun. */
export const getLogKeys = async (): Promise<LogKeys | null> => keysOf(await getItem(keysKey));

/** The same, read together with other records. */
export const logKeysRead: Read<LogKeys | null> = readOne(keysKey, keysOf);
