import { BatchWriteItemCommand } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type AuditRow, loggedHash } from "#shared/domain/audit/row.ts";
import { isLogged } from "#shared/domain/audit/vocabulary.ts";
import { cutOff, useEnvironmentOf } from "#test/support/in-process.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import old from "#test/support/rows-1.0.0.json" with { type: "json" };
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import { scanTable, tableClient } from "#test/support/table.ts";

/* A table of version 1.0.0, which had no evidence log, and the first hours of the log over it. */

/** When the log begins: after every row of the old version, whatever today's date is. */
const BIRTH = Date.parse("2026-11-24T00:00:00.000Z");
const MINUTE = 60_000;

let system: TestSystem;
let keyArn: string;
/** Every row of the old version that belongs in the log, oldest first. */
let oldRows: AuditRow[];

beforeAll(async () => {
  system = await startTestSystemWithLog();
  const client = tableClient(system);
  const TableName = system.endpoints.table_name ?? "";
  for (const { pk, sk, keys } of await scanTable(system)) {
    if (pk === "LOG#KEYS") keyArn = keys[0].key_arn;
    if (!/^(LOG#|LOGROW#|AUDIT#)/.test(pk)) continue;
    await client.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
  }
  for (let start = 0; start < old.items.length; start += 25) {
    const requests = old.items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await client.send(
      new BatchWriteItemCommand({ RequestItems: { [TableName]: requests as never } }),
    );
  }
  client.destroy();
  const items = (await scanTable(system)).filter(({ pk, row }) => /^AUDIT#/.test(pk) && row);
  oldRows = items.map(({ row }) => row as AuditRow).filter(isLogged);
  oldRows.sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
});
afterAll(() => system.close());
beforeEach(() => {
  useEnvironmentOf(system, {
    AWS_ENDPOINT_URL_KMS: system.endpoints.kms ?? "",
    AWS_ENDPOINT_URL_S3: system.endpoints.s3 ?? "",
    EVIDENCE_ANCHORS_BUCKET: "countersign-anchors",
    EVIDENCE_LOG_KEY_ARN: keyArn,
    BASE_URL: system.baseUrl,
  });
  return () => vi.unstubAllEnvs();
});

const sequence = async (minute: number) => {
  const { sequenceLog } = await import("#shared/use-cases/log/sequence-log.ts");
  return sequenceLog(() => BIRTH + minute * MINUTE, MINUTE);
};

/** The log's rows, in leaf order. */
async function leaves(): Promise<{ hash: string; late: boolean }[]> {
  const rows = (await scanTable(system)).filter(({ pk }) => pk.startsWith("LOGROW#"));
  return rows
    .map(({ row }) => row)
    .filter(({ leaf }) => leaf !== null)
    .sort((a, b) => a.leaf.index - b.leaf.index)
    .map(({ row_hash, late }) => ({ hash: row_hash, late }));
}

test("rows of the previous version enter the log once, in order, marked as late, wherever a run is cut off", async () => {
  expect(oldRows.length).toBeGreaterThan(20);
  let nth = 1;
  for (; nth < 100; nth += 1) {
    const when = nth % 2 === 0 ? "before" : "after";
    if (!(await cutOff(nth, when, () => sequence(2)))) break;
  }
  expect(nth).toBeGreaterThan(8);
  expect(nth).toBeLessThan(100);
  await sequence(3);
  const found = await leaves();
  const late = found.filter((leaf) => leaf.late).map(({ hash }) => hash);
  expect(late).toHaveLength(oldRows.length);
  expect([...late].sort()).toEqual(oldRows.map(loggedHash).sort());
  for (const row of oldRows.filter(({ prev_hash }) => prev_hash)) {
    expect(late.indexOf(row.prev_hash ?? "")).toBeLessThan(late.indexOf(loggedHash(row)));
    expect(late).toContain(row.prev_hash);
  }
  expect(found.filter((leaf) => !leaf.late)).toHaveLength(2);
});

test("a late decision says so in its bundle and its evidence, and never passes as timely", async () => {
  const id = old.ids.reviews.approved;
  const bundle = await expectStatus(system.admin("GET", `/admin/rule-reviews/${id}/bundle`), 200);
  expect(bundle.body.logged_late).toBe(true);
  expect(bundle.body.public_seal).not.toBeNull();
  const { body } = await system.admin("GET", `/admin/rule-reviews/${id}/evidence`);
  const checks = new Map(body.checks.map((check: { id: string }) => [check.id, check]));
  expect(checks.get("public_seal")).toMatchObject({ result: "pass" });
  expect(checks.get("log_inclusion")).toMatchObject({
    result: "pass",
    detail: expect.stringContaining("written before the log began, and added afterwards"),
  });
});

/**
 * A row without an entry in the log's queue, as written by the previous version or by someone with
 * access to the table.
 */
async function slipIn(minute: number): Promise<string> {
  const { auditRow, withRowHash } = await import("#shared/domain/audit/row.ts");
  const { putAuditRow } = await import("#shared/store/audit.ts");
  const row = withRowHash(
    auditRow({
      action: "rule_review.cancelled",
      resourceId: old.ids.counsel,
      tenantId: null,
      actorUserId: null,
      context: { counsel_id: old.ids.counsel, framework_id: "old_book" },
      id: crypto.randomUUID(),
      at: new Date(BIRTH + minute * MINUTE).toISOString(),
    }),
  );
  const [action] = putAuditRow(row);
  const client = tableClient(system);
  const Item = (action as { Put: { Item: Record<string, unknown> } }).Put.Item;
  await client.send(new PutCommand({ TableName: system.endpoints.table_name, Item }));
  client.destroy();
  return loggedHash(row);
}

test("functions of the previous version may still write within the first hour; a later row is not admitted", async () => {
  const within = await slipIn(30);
  await sequence(32);
  expect((await leaves()).at(-1)).toEqual({ hash: within, late: true });
  await sequence(62);
  const before = await leaves();
  await slipIn(63);
  await slipIn(-600);
  await sequence(70);
  expect(await leaves()).toEqual(before);
});
