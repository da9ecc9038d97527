import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { FoundRow, Refused, RowKey } from "#shared/domain/log/follow.ts";
import { AFTER_ROWS, LOG_WAITING, outboxKey, queuedKey, resourcePartition } from "./audit.ts";
import { isAbsent, put } from "./item.ts";
import { getItems, type Item, type QueryResult, queryAll, queryOnce } from "./read.ts";
import { indexEntry } from "./table-schema.ts";
import { type Action, transactEach } from "./transact.ts";

/*
 * The way of an audit row into the evidence log:
 * LOGOUT#<pk of the row>  / <sk of the row>  written with the row; names its key and nothing else.
 *                                            Once the sequencer has judged it: its leaf, or why not
 *
 * gsi1 rows that wait, or that the log refused, by their sort keys
 */

const REFUSED = "LOG#REFUSED";

/** Ends a row's wait: it is this leaf. */
export const putTaken = (key: RowKey, leaf: number): Action => put({ ...outboxKey(key), leaf });

/** Ends the wait of rows that the log does not take. They are not judged again. */
export const putRefused = (refused: readonly Refused[], at: string): Promise<number> =>
  transactEach(
    refused.map(({ key, reason }) =>
      put(
        {
          ...outboxKey(key),
          ...indexEntry("gsi1", REFUSED, key.sk),
          refused: { reason, at },
        },
        isAbsent("leaf"),
      ),
    ),
  );

export interface WaitingPage {
  /** Each key has the row's number within its transaction. */
  rows: { key: RowKey; number: number }[];
  lastKey: QueryResult["lastKey"];
}

/** Keys of waiting rows, oldest first. The index may lack new ones and contain ones already taken. */
export async function waitingRows(
  limit: number,
  startKey: QueryResult["lastKey"] = null,
): Promise<WaitingPage> {
  const { items, lastKey } = await queryOnce({
    index: "gsi1",
    pk: LOG_WAITING,
    limit,
    ...(startKey === null ? {} : { startKey }),
  });
  return {
    rows: items.map((item) => ({ key: rowKeyOf(item), number: Number(item.number) || 0 })),
    lastKey,
  };
}

const rowKeyOf = ({ pk, sk }: Item): RowKey => queuedKey({ pk: String(pk), sk: String(sk) });

/** The keys whose rows still wait; strongly consistent. */
export async function stillWaiting(keys: readonly RowKey[]): Promise<RowKey[]> {
  const items = await getItems(keys.map(outboxKey));
  return keys.filter((_, i) => items[i]?.gsi1pk === LOG_WAITING);
}

/** Whether each of these rows still waits. */
export async function waitingOf(rows: readonly AuditRow[]): Promise<boolean[]> {
  const resources = [...new Set(rows.map(partitionOf))];
  const items = await Promise.all(
    resources.map((pk) => queryAll({ pk: outboxKey({ pk, sk: "" }).pk })),
  );
  const queued = new Map(resources.map((pk, i) => [pk, items[i] ?? []]));
  return rows.map((row) =>
    (queued.get(partitionOf(row)) ?? []).some(
      ({ sk, gsi1pk }) =>
        gsi1pk === LOG_WAITING &&
        String(sk).startsWith(`${row.created_at}#`) &&
        String(sk).endsWith(`#${row.id}`),
    ),
  );
}

const partitionOf = ({ resource_type, resource_id }: AuditRow): string =>
  resourcePartition(resource_type, resource_id);

/** The table's contents under these keys; strongly consistent. */
export async function rowsAt(keys: readonly RowKey[]): Promise<FoundRow[]> {
  const items = await getItems(keys);
  return keys.map((key, i) => foundIn(key, items[i] ?? {}));
}

/** The rows of a partition after a place, in the order of their sort keys. */
export async function rowsAfter(pk: string, place: string | null): Promise<FoundRow[]> {
  const from = place === null ? "" : `${place}\u0000`;
  const items = await queryAll({ pk, from, below: AFTER_ROWS });
  return items.map((item) => foundIn({ pk, sk: String(item.sk) }, item));
}

const foundIn = (key: RowKey, { row, writer, writer_signature }: Item): FoundRow => ({
  ...{ key, row, writer, writer_signature },
});
