import { entryAt, parseEntry, TILE_WIDTH } from "#shared/domain/log/entry.ts";
import type { RowKey } from "#shared/domain/log/follow.ts";
import type { Leaf } from "#shared/domain/log/writer-fault.ts";
import { put } from "./item.ts";
import { getItems, type Item, readRecord, readRecords } from "./read.ts";
import type { Key } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/*
 * LOGROW#<row_hash>    / META    where a row is in the evidence log, written when the log takes it
 * LOG#ENTRIES#<index>  / META    a bundle of the log's entries
 */

const logRowKey = (rowHash: string): Key => ({ pk: `LOGROW#${rowHash}`, sk: "META" });

/** A row that the log has taken. */
export interface LogRow {
  row_hash: string;
  /** Its leaf. */
  index: number;
  /** When the log took it, ISO 8601 UTC. */
  time: string;
  key: RowKey;
  /** The review request that it decides; null for all other rows. */
  decides: string | null;
  /** The proof of a decision's row in the first checkpoint that covers it; null until then. */
  log_proof: string | null;
}

const logRowOf = (item: Item): LogRow => item.row as LogRow;

export const putLogRow = (row: LogRow): Action => put({ ...logRowKey(row.row_hash), row });

export const getLogRow = (rowHash: string): Promise<LogRow | null> =>
  readRecord(logRowKey(rowHash), logRowOf);

/** Rows by their hashes, strongly consistent. */
export const getLogRows = (rowHashes: readonly string[]): Promise<(LogRow | null)[]> =>
  readRecords(rowHashes.map(logRowKey), logRowOf);

export const entriesKey = (index: number): Key => ({ pk: `LOG#ENTRIES#${index}`, sk: "META" });

export const bytesOf = (item: Item | null): Uint8Array | null =>
  (item?.bytes as Uint8Array | undefined) ?? null;

/** Entry bundles by index, without length prefixes. */
export async function getEntries(indexes: readonly number[]): Promise<(Uint8Array | null)[]> {
  return (await getItems(indexes.map(entriesKey))).map(bytesOf);
}

/** The bytes of the entry at an index of the log; null if the log does not have it. */
export async function getEntry(index: number): Promise<Uint8Array | null> {
  const [bundle] = await getEntries([Math.floor(index / TILE_WIDTH)]);
  return entryAt(index, bundle);
}

/** The leaf at an index, if it is that row's; null otherwise. Only the log's own entry says so. */
export async function getLeafAt(index: number, rowHash: string): Promise<Leaf | null> {
  const entry = parseEntry((await getEntry(index)) ?? new Uint8Array());
  return entry?.row === rowHash ? { index, time: entry.time } : null;
}

/** The leaf of a row; null if the log's entry at the place that the table names is not the row's. */
export async function getLeaf(rowHash: string): Promise<Leaf | null> {
  const row = await getLogRow(rowHash);
  return row && getLeafAt(row.index, rowHash);
}
