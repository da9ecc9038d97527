import type { RowKey } from "#shared/domain/log/follow.ts";
import { put } from "./item.ts";
import { type Item, readRecord, readRecords } from "./read.ts";
import type { Key } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/* LOGROW#<row_hash> / META: where a row is in the evidence log, written when the log takes it. */

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
