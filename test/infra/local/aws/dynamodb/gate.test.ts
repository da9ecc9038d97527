import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  ExecuteStatementCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { FunctionUnit } from "#infra/functions.ts";
import { type LocalDatabase, startDatabase } from "#infra/local/aws/dynamodb/database.ts";
import { type DynamodbGate, startDynamodbGate } from "#infra/local/aws/dynamodb/gate.ts";
import { createAccess, type Denial } from "#infra/local/aws/iam/access.ts";
import type { Needs } from "#shared/routes/contract/route.ts";

const TableName = "countersign";
const tableArnPrefix = "arn:aws:dynamodb:us-east-1:000000000000:table/";
const unit = (id: string, needs: Needs): FunctionUnit => ({
  id,
  area: "service",
  summary: id,
  entry: "",
  needs,
  timeoutSeconds: 1,
  logsLinks: false,
});
const KEY = "arn:aws:kms:us-east-1:000000000000:key/table";
/** Milliseconds by which the local run's clock is ahead of the machine's. */
let ahead = 0;
const units = [
  unit("writer", { table: "write" }),
  unit("reader", { table: "read" }),
  unit("outsider", {}),
];

let database: LocalDatabase;
let gate: DynamodbGate;
const denials: Denial[] = [];
const clients = new Map<string, DynamoDBClient>();

beforeAll(async () => {
  database = await startDatabase(null, TableName);
  const arns = {
    tableArn: `${tableArnPrefix}${TableName}`,
    secretArnPrefix: "arn:aws:secretsmanager:us-east-1:000000000000:secret:",
    busArnPrefix: "arn:aws:events:us-east-1:000000000000:event-bus/",
    tableKeyArn: KEY,
    keyArnPrefix: "arn:aws:kms:us-east-1:000000000000:key/",
    logKeyTag: "local",
    anchorsArn: "arn:aws:s3:::anchors",
    mail: null,
    apiArn: "arn:aws:execute-api:us-east-1:000000000000:api/$default",
    secretsKeyArn: null,
    region: "us-east-1",
    account: "000000000000",
    stage: "test",
  };
  const access = createAccess(arns, (denial) => denials.push(denial), units);
  gate = await startDynamodbGate({
    engine: database.endpoint,
    access,
    arns,
    tableArnPrefix,
    now: () => Date.now() + ahead,
  });
});
afterAll(async () => {
  for (const client of clients.values()) client.destroy();
  await gate.close();
  await database.close();
});
beforeEach(() => {
  denials.length = 0;
});

function as(id: string): DynamoDBClient {
  const client =
    clients.get(id) ??
    new DynamoDBClient({
      endpoint: gate.url,
      region: "us-east-1",
      credentials: { accessKeyId: id, secretAccessKey: "local" },
    });
  clients.set(id, client);
  return client;
}

const key = (pk: string) => ({ pk: { S: pk }, sk: { S: "1" } });
const put = (pk: string) => ({ Put: { TableName, Item: key(pk) } });
const refused = (action: string) =>
  expect.objectContaining({
    name: "AccessDeniedException",
    message: expect.stringContaining(action),
  });

describe("the database as a function sees it", () => {
  test("a writer writes and reads; a reader reads", async () => {
    await as("writer").send(
      new TransactWriteItemsCommand({ TransactItems: [put("A"), put("AUDIT#1")] }),
    );
    const { Item } = await as("reader").send(new GetItemCommand({ TableName, Key: key("A") }));
    expect(Item).toEqual(key("A"));
    const { Responses } = await as("reader").send(
      new BatchGetItemCommand({
        RequestItems: { [TableName]: { Keys: [key("A"), key("AUDIT#1")] } },
      }),
    );
    expect(Responses?.[TableName]).toHaveLength(2);
    expect(denials).toEqual([]);
  });

  test("indexes of the schema can be queried, others cannot", async () => {
    const query = (IndexName: string) =>
      new QueryCommand({
        TableName,
        IndexName,
        KeyConditionExpression: "gsi1pk = :pk",
        ExpressionAttributeValues: { ":pk": { S: "x" } },
      });
    expect((await as("reader").send(query("gsi1"))).Items).toEqual([]);
    await expect(as("reader").send(query("gsi9"))).rejects.toEqual(refused("dynamodb:Query"));
  });

  test("a reader cannot write, not even in a transaction", async () => {
    await expect(
      as("reader").send(new PutItemCommand({ TableName, Item: key("B") })),
    ).rejects.toEqual(refused("dynamodb:PutItem"));
    await expect(
      as("reader").send(new TransactWriteItemsCommand({ TransactItems: [put("B")] })),
    ).rejects.toEqual(refused("dynamodb:PutItem"));
    expect(denials.map((denial) => `${denial.function} ${denial.action}`)).toEqual([
      "reader dynamodb:PutItem",
      "reader dynamodb:PutItem",
    ]);
  });

  test("a function that needs no table reaches none", async () => {
    await expect(
      as("outsider").send(new GetItemCommand({ TableName, Key: key("A") })),
    ).rejects.toEqual(refused("dynamodb:GetItem"));
  });

  test("nobody scans, writes batches, uses PartiQL or touches another table", async () => {
    const writer = as("writer");
    await expect(writer.send(new ScanCommand({ TableName }))).rejects.toEqual(
      refused("dynamodb:Scan"),
    );
    await expect(
      writer.send(
        new BatchWriteItemCommand({
          RequestItems: { [TableName]: [{ PutRequest: { Item: key("C") } }] },
        }),
      ),
    ).rejects.toEqual(refused("dynamodb:BatchWriteItem"));
    await expect(
      writer.send(new ExecuteStatementCommand({ Statement: `DELETE FROM "${TableName}"` })),
    ).rejects.toEqual(refused("dynamodb:ExecuteStatement"));
    await expect(
      writer.send(new GetItemCommand({ TableName: "another", Key: key("A") })),
    ).rejects.toEqual(refused("table/another"));
  });

  test("an existing audit row cannot be changed or removed, alone or in a transaction", async () => {
    const writer = as("writer");
    const row = key("AUDIT#rule_review_request#7");
    await writer.send(new PutItemCommand({ TableName, Item: row }));
    const change = {
      TableName,
      Key: row,
      UpdateExpression: "SET forged = :yes",
      ExpressionAttributeValues: { ":yes": { BOOL: true } },
    };
    await expect(writer.send(new UpdateItemCommand(change))).rejects.toEqual(
      refused("dynamodb:UpdateItem"),
    );
    await expect(writer.send(new DeleteItemCommand({ TableName, Key: row }))).rejects.toEqual(
      refused("dynamodb:DeleteItem"),
    );
    await expect(
      writer.send(new TransactWriteItemsCommand({ TransactItems: [put("D"), { Update: change }] })),
    ).rejects.toEqual(refused("dynamodb:UpdateItem"));
    await expect(
      writer.send(
        new TransactWriteItemsCommand({
          TransactItems: [put("D"), { Delete: { TableName, Key: row } }],
        }),
      ),
    ).rejects.toEqual(refused("dynamodb:DeleteItem"));
    const { Item } = await as("reader").send(new GetItemCommand({ TableName, Key: row }));
    expect(Item).toEqual(row);
    const other = await as("reader").send(new GetItemCommand({ TableName, Key: key("D") }));
    expect(other.Item).toBeUndefined();
  });

  test("responds with the local run's time, so that no client mistakes a moved clock for its own skew", async () => {
    ahead = 400 * 86_400_000;
    const { headers } = await fetch(gate.url, { method: "POST", body: "{}" });
    expect(Date.parse(headers.get("date") ?? "")).toBeGreaterThan(Date.now() + ahead - 60_000);
    ahead = 0;
  });

  test("is closed to web pages of other sites and to other host names", async () => {
    for (const headers of [
      { origin: "https://evil.example" },
      { "sec-fetch-site": "cross-site" },
    ] as Record<string, string>[]) {
      const answer = await fetch(gate.url, { method: "POST", body: "{}", headers });
      expect([headers, answer.status]).toEqual([headers, 403]);
    }
  });

  test("other items may be changed and removed by a writer", async () => {
    const writer = as("writer");
    await writer.send(new PutItemCommand({ TableName, Item: key("E") }));
    await writer.send(new DeleteItemCommand({ TableName, Key: key("E") }));
    expect(denials).toEqual([]);
  });

  test("callers with their own credentials are let through", async () => {
    const { Items } = await as("somebody").send(new ScanCommand({ TableName }));
    expect(Items?.length).toBeGreaterThan(0);
  });
});
