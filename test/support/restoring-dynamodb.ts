import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ListTablesCommand,
  ScanCommand,
} from "@aws-sdk/client-dynamodb";
import { type Answer, type AwsCall, startPassingOn } from "./passed-on.ts";

/** DynamoDB with RestoreTableToPointInTime, in front of an engine that has none. */
export interface RestoringDynamodb {
  url: string;
  /** The table-level operations it received, in order. */
  calls: string[];
  /** The tables that were restored, in order. */
  restored: string[];
  tables(): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Treats every point in time as now: a restored table has the current indexes and items of its source.
 * As with AWS, it is not found at first, then CREATING for a while, and has neither TTL nor deletion protection.
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
  /** Tables that AWS does not know yet, and tables that it is creating. */
  const unknown = new Set<string>();
  const creating = new Set<string>();
  const restored: string[] = [];
  const answer = async ({ operation, input }: AwsCall): Promise<Answer> => {
    if (/Table/.test(operation)) calls.push(operation);
    if (operation === "RestoreTableToPointInTime") {
      if (fails !== null) {
        return { status: 400, body: { __type: fails.code, message: fails.message } };
      }
      restored.push(input.SourceTableName);
      await copyTable(client, input.SourceTableName, input.TargetTableName);
      unknown.add(input.TargetTableName);
      creating.add(input.TargetTableName);
      return { status: 200, body: { TableDescription: { TableName: input.TargetTableName } } };
    }
    if (operation === "DescribeTable" && unknown.delete(input.TableName)) {
      return { status: 400, body: { __type: "ResourceNotFoundException", message: "Not found." } };
    }
    return operation === "DescribeTable" && creating.delete(input.TableName)
      ? { status: 200, body: { Table: { TableStatus: "CREATING" } } }
      : null;
  };
  const server = await startPassingOn(engine, answer);
  return {
    url: server.url,
    calls,
    restored,
    tables: async () => (await client.send(new ListTablesCommand({}))).TableNames ?? [],
    close: async () => {
      await server.close();
      client.destroy();
    },
  };
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
