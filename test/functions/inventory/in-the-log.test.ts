import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  discoverPush,
  historyOf,
  type InventoryTenant,
  inventoryTenant,
} from "#test/support/inventory-fixture.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import { scanTable, tableClient } from "#test/support/table.ts";
import { auditLog } from "../../../bin/audit-log/audit.ts";

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

/** What `npm run audit-log` finds. */
async function findings(): Promise<string[]> {
  const lines: string[] = [];
  const given = { baseUrl: system.baseUrl, mirror: null, policy: null };
  await auditLog(given, await system.token({ is_platform_admin: true }), (line) => {
    lines.push(line);
  });
  return lines.filter((line) => line.startsWith("FOUND "));
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

const PROHIBITED = {
  answers: { is_ai_system: true, practices: ["social_scoring"] },
  reason: "It scores people.",
};
const EXCEPTION = {
  reason: "The score is used within one procedure.",
  allowed_by: "Article 5(1)(c): only in unrelated social contexts.",
};

test.each([
  ["a class", { class: "minimal" }, "minimal"],
  ["answers", { answers: { practices: [], is_ai_system: false } }, "not_ai"],
])(
  "a second person's confirmation of what %s took out of “prohibited” leaves the first one's decision",
  async (of, lifting, to) => {
    const tenant = await inventoryTenant(system);
    const { artifact } = await discoverPush(system, tenant, `acme/scoring-${of.replace(" ", "-")}`);
    const put = putter(tenant, artifact.id);
    await put(PROHIBITED);
    const { body: first } = await put({ ...lifting, ...EXCEPTION });
    const second = system.api(
      await system.token({ tenant_id: tenant.id, org_role: "admin", sub: `second-${to}` }),
    );
    const path = `/artifacts/${artifact.id}/classification`;
    const { body } = await second("PUT", path, { class: to, reason: "I read it too." });
    expect(body.classification).toEqual({
      ...first.classification,
      second_by: expect.any(String),
    });
    const { body: again } = await put({ class: to, ...EXCEPTION, reason: "I say it again." });
    expect(again.classification).toMatchObject({
      reason: "I say it again.",
      second_by: body.classification.second_by,
    });
    await rowsInLog(tenant, artifact.id);
    expect(await findings()).toEqual([]);
  },
);

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
  expect(await findings()).toContainEqual(
    expect.stringMatching(/^FOUND row_changed: artifact\.overridden/),
  );
});

/** Writes into an artifact's record in the table, as only somebody with the table's keys can. */
async function editRecord(id: string, changes: object): Promise<void> {
  const stored = (await scanTable(system)).find((item) => item.id === id) as
    | { classification: object }
    | undefined;
  const classification = { ...stored?.classification, ...changes };
  const table = tableClient(system);
  const Item = { ...stored, classification };
  await table.send(new PutCommand({ TableName: system.endpoints.table_name, Item }));
  table.destroy();
}

test("a second person whom somebody wrote into the table is named, and so is another sentence of the law", async () => {
  const tenant = await inventoryTenant(system);
  const { artifact } = await discoverPush(system, tenant, "acme/confirmed");
  const put = putter(tenant, artifact.id);
  await put(PROHIBITED);
  await put({ class: "minimal", ...EXCEPTION });
  await rowsInLog(tenant, artifact.id);
  const named = async () => (await findings()).filter((line) => line.includes(artifact.id));
  expect(await named()).toEqual([]);
  await editRecord(artifact.id, { second_by: "nobody", allowed_by: "Article 5(1)(h)." });
  expect(await named()).toEqual([
    expect.stringMatching(/^FOUND state_differs: .*allowed_by/),
    expect.stringMatching(/^FOUND state_differs: .*second_by/),
  ]);
});

test.each([
  ["confirms a class that the facts never gave", "minimal", "artifact.confirmed"],
  ["leaves “prohibited” without the sentence of the law", "high_risk", "artifact.overridden"],
])(
  "a decision that %s, because somebody wrote another class into the table, is named and gets no leaf",
  async (_, written, action) => {
    const tenant = await inventoryTenant(system);
    const { artifact } = await discoverPush(system, tenant, `acme/written-${written}`);
    const put = putter(tenant, artifact.id);
    await put(PROHIBITED);
    await editRecord(artifact.id, { class: written, gate_class: written });
    expect((await put({ class: "minimal", reason: "As shown." })).status).toBe(200);
    await system.api()("POST", "/_local/schedules/sequence-log/run");
    const row = (await historyOf(tenant, artifact.id)).at(-1);
    expect((await system.api()("GET", `/evidence/log/proof/${row?.row_hash}`)).status).toBe(404);
    expect(await findings()).toContainEqual(
      expect.stringContaining(`FOUND illegal_transition: ${action} ${row?.id}`),
    );
  },
);

test("a class that the gates derive from facts that somebody wrote into the table is named and gets no leaf", async () => {
  const tenant = await inventoryTenant(system);
  const { artifact } = await discoverPush(system, tenant, "acme/written-facts");
  const { body } = await putter(tenant, artifact.id)(PROHIBITED);
  const { facts } = body.classification;
  const practices = { ...facts.practices, value: [] };
  await editRecord(artifact.id, { facts: { ...facts, practices }, gates_basis: "" });
  await discoverPush(system, tenant, "acme/written-facts");
  await system.api()("POST", "/_local/schedules/sequence-log/run");
  const rows = await historyOf(tenant, artifact.id);
  const row = rows.find(
    ({ action, context }) => action === "artifact.classified" && context.number > 2,
  );
  expect(row?.context.class).not.toBe("prohibited");
  expect((await system.api()("GET", `/evidence/log/proof/${row?.row_hash}`)).status).toBe(404);
  expect(await findings()).toContainEqual(
    expect.stringContaining(`FOUND illegal_transition: artifact.classified ${row?.id}`),
  );
});
