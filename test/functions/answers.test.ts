import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { sized } from "#test/support/full-size.ts";
import { type OneOfEach, oneOfEach } from "#test/support/one-of-each.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import { scanTable, tableClient } from "#test/support/table.ts";

const PRIVATE = "planted_private_field";

const reading = allRoutes.filter(({ method, responses }) => {
  const { schema, contentType } = responses[200] ?? {};
  return method === "GET" && (schema !== undefined || contentType === "application/json");
});
const json = { accept: "application/json" };
const CALLS = sized(8, 2);

let system: TestSystem;
let each: OneOfEach;
beforeAll(async () => {
  system = await startTestSystemWithLog();
  each = await oneOfEach(system);
  // Once it is in the log the evidence is complete, and does not change between reads.
  await system.api()("POST", "/_local/schedules/sequence-log/run");
});
afterAll(() => system.close());

/** What is shown in full on purpose: maps that schemas leave open, rules as they were hashed. */
const open = new Set(["context", "details", "error_jsonb", "content", "rule", "claims"]);

/** The same item with a private field added to every record in it. */
function planted(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((entry) => planted(entry));
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  if (open.has(name)) return value;
  const fields = Object.entries(value).map(([key, field]) => [key, planted(field, key)]);
  return { ...Object.fromEntries(fields), [PRIVATE]: PRIVATE };
}

async function plantEverywhere(): Promise<void> {
  const table = tableClient(system);
  for (const item of await scanTable(system)) {
    const Item = planted(item) as Record<string, unknown>;
    await table.send(new PutCommand({ TableName: system.endpoints.table_name, Item }));
  }
  table.destroy();
}

describe("the same state gives the same bytes", () => {
  test.each(reading.map((route) => [route.id, route] as const))(
    "%s answers every call with one text",
    async (_, route) => {
      const texts = new Set<string>();
      for (let call = 0; call < CALLS; call += 1) {
        const answer = await each.clientFor(route)("GET", each.pathOf(route), undefined, json);
        expect([answer.status, answer.text]).toEqual([200, answer.text]);
        texts.add(answer.text);
      }
      expect([...texts]).toHaveLength(1);
    },
  );
});

describe("a private field of a stored record never leaves", () => {
  beforeAll(plantEverywhere);

  test.each(reading.map((route) => [route.id, route] as const))("through %s", async (_, route) => {
    const answer = await each.clientFor(route)("GET", each.pathOf(route), undefined, json);
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    expect(answer.text).not.toContain(PRIVATE);
  });
});
