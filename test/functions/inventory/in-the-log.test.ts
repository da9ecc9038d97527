import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { expect, onTestFinished, test } from "vitest";
import { watch } from "#shared/domain/log/watch.ts";
import { discoverPush, historyOf, inventoryTenant } from "#test/support/inventory-fixture.ts";
import { startTestSystemWithLog } from "#test/support/system.ts";
import { scanTable, tableClient } from "#test/support/table.ts";
import { deploymentAt } from "../../../bin/audit-log/deployment.ts";
import { observe } from "../../../bin/audit-log/observe.ts";

test("every classification, confirmation and override has a leaf; one edited in the table is named", async () => {
  const system = await startTestSystemWithLog();
  onTestFinished(() => system.close());
  await system.admin("PUT", "/admin/frameworks/eu_ai_act", { display_name: "EU AI Act" });
  const tenant = await inventoryTenant(system, [{ provider: "mock" }]);
  const { artifact } = await discoverPush(system, tenant, "acme/ranking");
  const put = (body: unknown) =>
    tenant.org("PUT", `/artifacts/${artifact.id}/classification`, body);
  await put({ class: "minimal", reason: "A prototype." });
  await put({ answers: { is_ai_system: false }, reason: "It only sorts." });
  await system.api()("POST", "/_local/schedules/sequence-log/run");
  const rows = await historyOf(tenant, artifact.id);
  expect(rows.map(({ action }) => action)).toEqual([
    "artifact.classified",
    "artifact.overridden",
    "artifact.classified",
    "artifact.confirmed",
  ]);
  for (const { row_hash } of rows) {
    expect((await system.api()("GET", `/evidence/log/proof/${row_hash}`)).status).toBe(200);
  }
  const token = await system.token({ is_platform_admin: true });
  const findings = async () =>
    watch((await observe(deploymentAt(system.baseUrl), null, null, token)).observed);
  expect(await findings()).toEqual([]);
  const stored = (await scanTable(system)).find(
    ({ row }) => (row as { action?: string } | undefined)?.action === "artifact.overridden",
  );
  const row = stored?.row as { id: string; context: object };
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
