import { type AttributeValue, BatchWriteItemCommand, ScanCommand } from "@aws-sdk/client-dynamodb";
import type { PutBack } from "#infra/local/aws/service.ts";
import { clientOf, type LocalDatabase } from "./database.ts";

type Item = Record<string, AttributeValue>;

/** DynamoDB accepts at most this many items in a call. */
const AT_ONCE = 25;

/** Remembers a table's items. @returns replaces the table with one that has only these items */
export async function keepTable(database: LocalDatabase, table: string): Promise<PutBack> {
  const client = clientOf(database.endpoint);
  const kept: Item[] = [];
  let from: Item | undefined;
  do {
    const asked = { TableName: table, ExclusiveStartKey: from };
    const { Items = [], LastEvaluatedKey } = await client.send(new ScanCommand(asked));
    kept.push(...Items);
    from = LastEvaluatedKey;
  } while (from !== undefined);
  return async () => {
    await database.forget();
    for (let at = 0; at < kept.length; at += AT_ONCE) {
      const puts = kept.slice(at, at + AT_ONCE).map((Item) => ({ PutRequest: { Item } }));
      await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: puts } }));
    }
  };
}
