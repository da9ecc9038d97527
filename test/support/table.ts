import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, ScanCommand } from "@aws-sdk/lib-dynamodb";
import type { TestSystem } from "./system.ts";

/** A plain AWS client on the local table, as an auditor with direct access would use. */
export function tableClient({ endpoints }: TestSystem): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: endpoints.dynamodb ?? "",
      region: endpoints.region ?? "",
      credentials: { accessKeyId: "auditor", secretAccessKey: "any" },
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  );
}

// biome-ignore lint/suspicious/noExplicitAny: items of every shape
export async function scanTable(system: TestSystem): Promise<Record<string, any>[]> {
  const client = tableClient(system);
  const items: Record<string, unknown>[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await client.send(
      new ScanCommand({ TableName: system.endpoints.table_name, ExclusiveStartKey }),
    );
    items.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  client.destroy();
  return items;
}
