import { ScanCommand } from "@aws-sdk/lib-dynamodb";

export type Item = Record<string, unknown> & { pk: string; sk: string };

/** An item as plain JSON: bytes become base64, and sets become sorted lists. */
export const plainOf = (item: object): unknown =>
  JSON.parse(
    JSON.stringify(item, (_, value) => {
      if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
      return value instanceof Set ? [...value].sort() : value;
    }),
  );

/** Every item of the table that the environment names, in no order. */
export async function* scanTable(): AsyncGenerator<Item> {
  const { documents, tableName } = await import("#shared/store/read.ts");
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await documents.send(
      new ScanCommand({ TableName: tableName(), ConsistentRead: true, ExclusiveStartKey }),
    );
    yield* (page.Items ?? []) as Item[];
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
}
