import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, ScanCommand } from "@aws-sdk/lib-dynamodb";
import type { System } from "#infra/local/system.ts";
import type { TestSystem } from "./system.ts";

/** One client per database: making another would cost more than what it is asked. */
const clients = new Map<string, DynamoDBDocumentClient>();

/**
 * A plain AWS client on the local table, as an auditor with direct access would use. It is shared, and
 * ends with the process: its `destroy` does nothing.
 */
export function tableClient({ endpoints }: Pick<System, "endpoints">): DynamoDBDocumentClient {
  const endpoint = endpoints.dynamodb ?? "";
  const known = clients.get(endpoint);
  if (known !== undefined) return known;
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint,
      region: endpoints.region ?? "",
      credentials: { accessKeyId: "auditor", secretAccessKey: "any" },
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  );
  client.destroy = () => {};
  clients.set(endpoint, client);
  return client;
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
