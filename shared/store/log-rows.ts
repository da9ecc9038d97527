import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { WaitingDecision } from "#shared/domain/log/public-seal.ts";
import { indexEntry, type Key } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/*
 * LOGROW#<row_hash> / META: what the evidence log knows of one audit row. Written with the row,
 * waiting; the sequencer gives it its leaf and takes it out of the index.
 *
 * gsi1 the rows that wait, in the order of their time and of their chains
 */

const logRowKey = (rowHash: string): Key => ({ pk: `LOGROW#${rowHash}`, sk: "META" });

const WAITING = "LOG#WAITING";

/** An audit row as the log knows it. */
interface LogRow {
  row_hash: string;
  created_at: string;
  /** The row before it in the chain of its request; null for the first one and without a chain. */
  prev_hash: string | null;
  /** Only of a decision's row. */
  decision: WaitingDecision | null;
}

/**
 * Tells the sequencer of a row; belongs to the transaction that writes it.
 * @param place sort key of the audit row
 */
export function putWaitingRow(row: AuditRow, place: string, decision?: WaitingDecision): Action {
  const waiting: LogRow = {
    row_hash: row.row_hash ?? "",
    created_at: row.created_at,
    prev_hash: row.prev_hash ?? null,
    decision: decision ?? null,
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
