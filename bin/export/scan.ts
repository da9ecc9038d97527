import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { DynamoDBClient, ScanCommand } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";

export type Item = Record<string, unknown> & { pk: string; sk: string };

/** Every item of the table that the environment names, in no order. */
export async function* scanTable(): AsyncGenerator<Item> {
  const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  const client = new DynamoDBClient(endpoint === undefined ? {} : { endpoint });
  try {
    let ExclusiveStartKey: Record<string, AttributeValue> | undefined;
    do {
      const page = await client.send(
        new ScanCommand({
          TableName: process.env.TABLE_NAME,
          ConsistentRead: true,
          ExclusiveStartKey,
        }),
      );
      for (const item of page.Items ?? []) yield unmarshall(item) as Item;
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey !== undefined);
  } finally {
    client.destroy();
  }
}
