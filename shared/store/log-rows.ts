import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { Envelope, WaitingDecision } from "#shared/domain/log/public-seal.ts";
import { getItem, getItems, type Item, type QueryResult, queryOnce } from "./read.ts";
import { indexEntry, type Key } from "./table-schema.ts";
import { type Action, transactEach } from "./transact.ts";

/*
 * LOGROW#<row_hash> / META: what the evidence log knows about one audit row. Written with the row,
 * as waiting; the sequencer assigns its leaf and removes it from the index.
 *
 * gsi1 waiting rows, in the order of their time and their place in the chain
 */

const logRowKey = (rowHash: string): Key => ({ pk: `LOGROW#${rowHash}`, sk: "META" });

const WAITING = "LOG#WAITING";

/** Where a row is in the log. */
interface Leaf {
  index: number;
  /** The public seal; only for a decision's row. */
  seal: Envelope | null;
}

/** An audit row as the log knows it. */
export interface LogRow {
  row_hash: string;
  created_at: string;
  /** The row before it in the chain of its request; null for the first one and without a chain. */
  prev_hash: string | null;
  /** Only for a decision's row. */
  decision: WaitingDecision | null;
  /** Written before the log existed, and added to it afterwards. */
  late: boolean;
  /** null: still waiting. */
  leaf: Leaf | null;
  /** The proof of a decision's row in the first checkpoint that covers it; null until then. */
  log_proof: string | null;
}

const logRowOf = (item: Item): LogRow => item.row as LogRow;

/**
 * Queues a row for the sequencer; part of the transaction that writes it.
 * @param place sort key of the audit row
 */
export function putWaitingRow(
  row: AuditRow,
  place: string,
  { decision = null, late = false }: { decision?: WaitingDecision | null; late?: boolean } = {},
): Action {
  const waiting: LogRow = {
    row_hash: row.row_hash ?? "",
    created_at: row.created_at,
    prev_hash: row.prev_hash ?? null,
    decision,
    late,
    leaf: null,
    log_proof: null,
  };
  return {
    Put: {
      Item: {
        ...logRowKey(waiting.row_hash),
        ...indexEntry("gsi1", WAITING, place),
        row: waiting,
      },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

/** Writes the waiting rows that do not exist yet. @returns how many were written */
export const putMissingRows = (actions: readonly Action[]): Promise<number> =>
  transactEach(actions);

/** Stores a row's leaf, if it is still waiting. */
export const putSequencedRow = (row: LogRow): Action => ({
  Put: {
    Item: { ...logRowKey(row.row_hash), row },
    ConditionExpression: "attribute_exists(gsi1pk)",
  },
});

/** Adds the proof to a row that already has its leaf. */
export const putProvenRow = (row: LogRow): Action => ({
  Put: {
    Item: { ...logRowKey(row.row_hash), row },
    ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(gsi1pk)",
  },
});

export async function getLogRow(rowHash: string): Promise<LogRow | null> {
  const item = await getItem(logRowKey(rowHash));
  return item && logRowOf(item);
}

/** Rows by their hashes, strongly consistent. */
export async function getLogRows(rowHashes: readonly string[]): Promise<(LogRow | null)[]> {
  const items = await getItems(rowHashes.map(logRowKey));
  return items.map((item) => item && logRowOf(item));
}

export interface WaitingPage {
  rows: LogRow[];
  lastKey: QueryResult["lastKey"];
}

/** Waiting rows, oldest first; the index may still lack new rows and still hold sequenced ones. */
export async function waitingRows(
  limit: number,
  startKey: QueryResult["lastKey"] = null,
): Promise<WaitingPage> {
  const { items, lastKey } = await queryOnce({
    index: "gsi1",
    pk: WAITING,
    limit,
    ...(startKey === null ? {} : { startKey }),
  });
  return { rows: items.map(logRowOf), lastKey };
}

/** Leaf indexes by row hash; rows not yet in the log are left out. */
export async function getLeaves(rows: readonly AuditRow[]): Promise<ReadonlyMap<string, number>> {
  const hashes = rows.flatMap(({ row_hash }) => row_hash ?? []);
  const items = await getItems(hashes.map(logRowKey));
  return new Map(
    items.flatMap((item) => {
      const row = item && logRowOf(item);
      return row?.leaf ? [[row.row_hash, row.leaf.index] as const] : [];
    }),
  );
}
