import { PutCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { asDomainError } from "#shared/edge/problem.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { tableClient } from "#test/support/table.ts";

/*
 * The service limits whatever outsiders can make large before it writes it. This is the net below that.
 */

const system = suiteSystem();

/** An item that is just larger than a table accepts. */
const oversized = () => ({
  TableName: system.endpoints.table_name ?? "",
  Item: { pk: "TOO#LARGE", sk: "META", text: "x".repeat(400 * 1024) },
});

test.each([
  ["alone", () => new PutCommand(oversized())],
  ["in a transaction", () => new TransactWriteCommand({ TransactItems: [{ Put: oversized() }] })],
])("an item that the table refuses for its size %s is answered 413, not 500", async (_, write) => {
  const client = tableClient(system);
  const refused = await client.send(write() as PutCommand).catch((error: unknown) => error);
  client.destroy();
  const { code, message } = asDomainError(refused);
  expect([code, message]).toEqual([
    "payload_too_large",
    "This is too much to store in one step. Send it in parts.",
  ]);
});
