import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { watch } from "#shared/domain/log/watch.ts";
import {
  discoverPush,
  historyOf,
  type InventoryTenant,
  inventoryTenant,
} from "#test/support/inventory-fixture.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import { scanTable, tableClient } from "#test/support/table.ts";
import { deploymentAt } from "../../../bin/audit-log/deployment.ts";
import { observe } from "../../../bin/audit-log/observe.ts";

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystemWithLog();
  await system.admin("PUT", "/admin/frameworks/eu_ai_act", { display_name: "EU AI Act" });
});
afterAll(() => system.close());

const putter = (tenant: InventoryTenant, id: string) => (body: unknown) =>
  tenant.org("PUT", `/artifacts/${id}/classification`, body);

/** The rows about an artifact; each of them has a leaf. */
async function rowsInLog(tenant: InventoryTenant, id: string) {
  await system.api()("POST", "/_local/schedules/sequence-log/run");
  const rows = await historyOf(tenant, id);
  for (const { row_hash } of rows) {
    expect((await system.api()("GET", `/evidence/log/proof/${row_hash}`)).status).toBe(200);
  }
  return rows;
}

async function findings() {
  const token = await system.token({ is_platform_admin: true });
  return watch((await observe(deploymentAt(system.baseUrl), null, null, token)).observed);
}

test("an artifact's rows are still counted on after the rule books have changed", async () => {
  const book = "/admin/frameworks/co_sb_26_189";
  await system.admin("PUT", book, { display_name: "Colorado" });
  const tenant = await inventoryTenant(system);
  const { artifact } = await discoverPush(system, tenant, "acme/books");
  const put = putter(tenant, artifact.id);
  await put({ answers: { is_ai_system: false }, reason: "It only sorts." });
  await system.admin("PUT", book, { display_name: "Colorado", status: "superseded" });
  await discoverPush(system, tenant, "acme/books");
  await put({ class: "minimal", reason: "It learns after all." });
  const rows = await rowsInLog(tenant, artifact.id);
  expect(rows.map(({ context }) => context.number)).toEqual([1, 2, 3]);
  expect(await findings()).toEqual([]);
});

test("every classification, confirmation and override has a leaf; one edited in the table is named", async () => {
  const tenant = await inventoryTenant(system, [{ provider: "mock" }]);
  const { artifact } = await discoverPush(system, tenant, "acme/ranking");
  const put = putter(tenant, artifact.id);
  await put({ class: "minimal", reason: "A prototype." });
  await put({ answers: { is_ai_system: false }, reason: "It only sorts." });
  const rows = await rowsInLog(tenant, artifact.id);
  expect(rows.map(({ action }) => action)).toEqual([
    "artifact.classified",
    "artifact.overridden",
    "artifact.classified",
    "artifact.confirmed",
  ]);
  expect(await findings()).toEqual([]);
  const stored = (await scanTable(system)).find(
    ({ row }) => (row as { id?: string } | undefined)?.id === rows[1]?.id,
  );
  const row = stored?.row as { context: object };
  const context = { ...row.context, reason: "Never said." };
  const table = tableClient(system);
  const Item = { ...stored, row: { ...row, context } };
  await table.send(new PutCommand({ TableName: system.endpoints.table_name, Item }));
  table.destroy();
  expect(await findings()).toContainEqual({
    of: "rows",
    name: "row_changed",
    detail: expect.stringContaining("artifact.overridden"),
  });
});
