import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type LocalServer, startLocalServer } from "#infra/local/local-server.ts";
import { awsClientSettings } from "#shared/platform/aws/aws-client.ts";

const whole = Buffer.from(JSON.stringify({ Item: { name: { S: "é".repeat(100_000) } } }));
let server: LocalServer;
let asked = 0;

beforeAll(async () => {
  server = await startLocalServer((_, answer) => {
    asked += 1;
    answer.writeHead(200, {
      "content-type": "application/x-amz-json-1.0",
      "content-length": whole.length,
    });
    // In the middle of a character.
    answer.write(whole.subarray(0, 101), () =>
      asked === 1 ? answer.destroy() : answer.end(whole.subarray(101)),
    );
  });
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", server.url);
  vi.stubEnv("AWS_REGION", "us-east-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "test");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

test("an answer that breaks off is asked for again, and one that comes in pieces is put together", async () => {
  const client = new DynamoDBClient(awsClientSettings("DYNAMODB"));
  const { Item } = await client.send(
    new GetItemCommand({ TableName: "table", Key: { pk: { S: "a" }, sk: { S: "b" } } }),
  );
  expect({ asked, Item }).toEqual({ asked: 2, Item: { name: { S: "é".repeat(100_000) } } });
});
