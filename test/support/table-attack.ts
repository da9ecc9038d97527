import {
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
} from "@aws-sdk/lib-dynamodb";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { TestSystem } from "./system.ts";
import { scanTable, tableClient } from "./table.ts";

/* What someone with write access to the table can do: put any item, by PutItem alone. */

// biome-ignore lint/suspicious/noExplicitAny: items of every kind are forged here
export type Item = Record<string, any>;

export interface Key {
  pk: string;
  sk: string;
}

/** The former contents of items that were altered one by one, in the order of the alterations. */
const altered = new WeakMap<TestSystem, { key: Key; before: Item | undefined }[]>();

function remember(system: TestSystem, { pk, sk }: Key, before: Item | undefined): void {
  const known = altered.get(system) ?? [];
  known.push({ key: { pk, sk }, before });
  altered.set(system, known);
}

/** Keeps everything that was altered so far. */
export const leaveAltered = (system: TestSystem): boolean => altered.delete(system);

/** Whether an altered item under this partition key prefix has not been taken back. */
export const hasAltered = (system: TestSystem, prefix: string): boolean =>
  altered.get(system)?.some(({ key }) => key.pk.startsWith(prefix)) ?? false;

/**
 * Takes back every `putItem`, `rewriteItem` and `removeItem` since the last time, so that the next
 * attack finds what this one found.
 */
export async function takeBack(system: TestSystem): Promise<void> {
  const known = altered.get(system) ?? [];
  for (const { key, before } of known.toReversed()) {
    await (before === undefined ? removeItem(system, key) : putItem(system, before));
  }
  leaveAltered(system);
}

export async function putItem(system: TestSystem, item: Item): Promise<void> {
  const TableName = system.endpoints.table_name;
  const { Attributes } = await tableClient(system).send(
    new PutCommand({ TableName, Item: item, ReturnValues: "ALL_OLD" }),
  );
  remember(system, item as Item & Key, Attributes);
}

/** Puts many items, none of them twice. */
export async function putItems(system: TestSystem, items: readonly Item[]): Promise<void> {
  const client = tableClient(system);
  const table = system.endpoints.table_name as string;
  for (let start = 0; start < items.length; start += 25) {
    const requests = items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    const { UnprocessedItems = {} } = await client.send(
      new BatchWriteCommand({ RequestItems: { [table]: requests } }),
    );
    if (Object.keys(UnprocessedItems).length > 0) throw new Error("Not every item was put.");
  }
}

export async function removeItem(system: TestSystem, { pk, sk }: Key): Promise<void> {
  const TableName = system.endpoints.table_name;
  const { Attributes } = await tableClient(system).send(
    new DeleteCommand({ TableName, Key: { pk, sk }, ReturnValues: "ALL_OLD" }),
  );
  remember(system, { pk, sk }, Attributes);
}

export async function itemAt(system: TestSystem, { pk, sk }: Key): Promise<Item> {
  const client = tableClient(system);
  const TableName = system.endpoints.table_name;
  const { Item: item } = await client.send(
    new GetCommand({ TableName, Key: { pk, sk }, ConsistentRead: true }),
  );
  if (item === undefined) throw new Error(`There is no item ${pk} ${sk}.`);
  return item;
}

/** Changes an item in place, whatever it is. */
export async function rewriteItem(
  system: TestSystem,
  key: Key,
  change: (item: Item) => void,
): Promise<Item> {
  const item = await itemAt(system, key);
  const after = structuredClone(item);
  change(after);
  await putItem(system, after);
  return item;
}

/** Every item whose partition key starts with this. */
export const itemsUnder = async (system: TestSystem, prefix: string): Promise<Item[]> =>
  (await scanTable(system)).filter(({ pk }) => String(pk).startsWith(prefix));

/** The items of a resource's audit rows, in their order. They never fill more than a page. */
export async function rowItems(system: TestSystem, type: string, id: string): Promise<Item[]> {
  const { Items = [] } = await tableClient(system).send(
    new QueryCommand({
      TableName: system.endpoints.table_name,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": `AUDIT#${type}#${id}` },
      ConsistentRead: true,
    }),
  );
  // The items after the rows contain counsel's words.
  return Items.filter(({ row }) => row !== undefined);
}

/** The outbox item of a row, which makes the sequencer look at the row. */
export const outboxItem = ({ pk, sk }: Key): Item => ({
  pk: `LOGOUT#${pk}`,
  sk,
  gsi1pk: "LOG#WAITING",
  gsi1sk: sk,
});

/** The position of a row among its resource's rows. */
export const placeOf = (row: AuditRow, chainLength?: number): string =>
  [row.created_at, chainLength === undefined ? null : String(chainLength).padStart(4, "0"), row.id]
    .filter((part) => part !== null)
    .join("#");
