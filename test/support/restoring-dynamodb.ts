import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ListTablesCommand,
  ScanCommand,
} from "@aws-sdk/client-dynamodb";
import { startLocalServer } from "#infra/local/local-server.ts";

/** DynamoDB with RestoreTableToPointInTime, in front of an engine that has none. */
export interface RestoringDynamodb {
  url: string;
  /** The table-level operations it received, in order. */
  calls: string[];
  tables(): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Treats every point in time as now: a restored table has the current indexes and items of its source.
 * As with AWS, it is CREATING for a while, and has neither TTL nor deletion protection.
 * @param fails the error that refuses the restore itself; null lets it succeed
 */
export async function startRestoringDynamodb(
  engine: string,
  fails: { code: string; message: string } | null = null,
): Promise<RestoringDynamodb> {
  const client = new DynamoDBClient({
    endpoint: engine,
    region: "us-east-1",
    credentials: { accessKeyId: "anybody", secretAccessKey: "any" },
  });
  const calls: string[] = [];
  const creating = new Set<string>();
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const body = await text(incoming);
    const operation = String(incoming.headers["x-amz-target"]).split(".")[1] ?? "";
    const input = JSON.parse(body);
    if (/Table/.test(operation)) calls.push(operation);
    if (operation === "RestoreTableToPointInTime") {
      if (fails !== null) {
        return send(response, 400, { __type: fails.code, message: fails.message });
      }
      await copyTable(client, input.SourceTableName, input.TargetTableName);
      creating.add(input.TargetTableName);
      return send(response, 200, { TableDescription: { TableName: input.TargetTableName } });
    }
    if (operation === "DescribeTable" && creating.delete(input.TableName)) {
      return send(response, 200, { Table: { TableStatus: "CREATING" } });
    }
    const { host: _, ...headers } = incoming.headers as Record<string, string>;
    const passed = await fetch(engine, { method: "POST", headers, body });
    response.writeHead(passed.status, { "content-type": "application/x-amz-json-1.0" });
    response.end(Buffer.from(await passed.arrayBuffer()));
  };
  const server = await startLocalServer((incoming, response) => {
    answer(incoming, response).catch(() => response.destroy());
  });
  return {
    url: server.url,
    calls,
    tables: async () => (await client.send(new ListTablesCommand({}))).TableNames ?? [],
    close: async () => {
      await server.close();
      client.destroy();
    },
  };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/x-amz-json-1.0" });
  response.end(JSON.stringify(body));
}

async function copyTable(client: DynamoDBClient, from: string, to: string): Promise<void> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: from }));
  await client.send(
    new CreateTableCommand({
      TableName: to,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: Table?.AttributeDefinitions,
      KeySchema: Table?.KeySchema,
      GlobalSecondaryIndexes: Table?.GlobalSecondaryIndexes?.map(
        ({ IndexName, KeySchema, Projection }) => ({ IndexName, KeySchema, Projection }),
      ),
    }),
  );
  const { Items = [] } = await client.send(new ScanCommand({ TableName: from }));
  for (let start = 0; start < Items.length; start += 25) {
    const puts = Items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { [to]: puts } }));
  }
}
