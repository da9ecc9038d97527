import { randomUUID } from "node:crypto";
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, test } from "vitest";
import { auditRow } from "#shared/domain/audit/tenants.ts";
import { putAuditRow } from "#shared/store/audit.ts";
import { commission } from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { tableClient } from "#test/support/table.ts";

const system = suiteSystem({ functions: "deployed" });

interface Row {
  id: string;
  created_at: string;
  resource_type: string;
  resource_id: string;
  action: string;
}

const list = async (query: string): Promise<Row[]> => {
  const rows: Row[] = [];
  let cursor = "";
  do {
    const page = await system.admin("GET", `/admin/audit?${query}${cursor}`);
    expect(page.status).toBe(200);
    rows.push(...page.body.items);
    cursor = page.body.next_cursor ? `&cursor=${encodeURIComponent(page.body.next_cursor)}` : "";
  } while (cursor);
  return rows;
};

/** Writes tenant creation rows, a second apart, newer than every earlier row. */
async function seedRows(tenantId: string, count: number): Promise<void> {
  const TableName = system.endpoints.table_name as string;
  const puts = Array.from({ length: count }, () => {
    seededAt += 1000;
    const row = auditRow({
      action: "tenant.created",
      resourceId: tenantId,
      tenantId,
      actorUserId: null,
      context: { name: "Acme" },
      id: randomUUID(),
      at: new Date(seededAt).toISOString(),
    });
    return { PutRequest: { Item: putAuditRow(row)[0]?.Put?.Item } };
  });
  const client = tableClient(system);
  // As many as a batch takes.
  for (let at = 0; at < count; at += 25) {
    const RequestItems = { [TableName]: puts.slice(at, at + 25) };
    const { UnprocessedItems } = await client.send(new BatchWriteCommand({ RequestItems }));
    expect(Object.keys(UnprocessedItems ?? {})).toEqual([]);
  }
}

let seededAt = Date.parse("2030-01-01T00:00:00Z");

describe("the audit trail", () => {
  test("every filter returns exactly the matching rows, oldest first, page by page", async () => {
    const commissioned = [];
    for (let i = 0; i < 3; i += 1) commissioned.push(await commission(system));
    for (const { token } of commissioned) {
      await system.api()("GET", `/counsel/review/${token}`);
      await system.api()("POST", `/counsel/review/${token}/decide`, { decision: "approved" });
    }
    const all = await list("limit=200");
    expect(all.map(({ created_at }) => created_at)).toEqual(
      all.map((row) => row.created_at).toSorted(),
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const { review } = commissioned[1] as { review: { id: string } };
    const cases: [string, (row: Row) => boolean][] = [
      ["limit=3", () => true],
      ["limit=2&action=rule_review.approved", (row) => row.action === "rule_review.approved"],
      ["limit=1&resource_type=counsel", (row) => row.resource_type === "counsel"],
      [`limit=2&resource_id=${review.id}`, (row) => row.resource_id === review.id],
      [
        `resource_type=rule_review_request&resource_id=${review.id}&action=rule_review.approved`,
        (row) => row.resource_id === review.id && row.action === "rule_review.approved",
      ],
      ["tenant_id=null&limit=5", () => true],
      ["tenant_id=00000000-0000-4000-8000-00000000000a", () => false],
      ["action=no.such.action", () => false],
      [
        "limit=1&tenant_id=null&action=rule_review.approved",
        (row) => row.action === "rule_review.approved",
      ],
      ["tenant_id=null&resource_type=counsel", (row) => row.resource_type === "counsel"],
    ];
    for (const [query, matches] of cases) {
      const fitting = all.filter(matches);
      expect([query, await list(query)]).toEqual([query, fitting]);
      const newestFirst = await list(`${query}&order=desc`);
      expect([query, newestFirst]).toEqual([query, fitting.toReversed()]);
    }
    const { status, body } = await system.admin("GET", "/admin/audit?order=newest");
    expect([status, body.errors[0].path]).toEqual([400, "order"]);
  });

  test("finds a tenant's few rows among many others', in one request or by following cursors", async () => {
    await seedRows("someone-else", 300);
    await seedRows("sought", 3);
    const query = "tenant_id=sought&action=tenant.created";
    const { body } = await system.admin("GET", `/admin/audit?${query}`);
    expect([body.items.length, body.next_cursor]).toEqual([3, null]);
    await seedRows("someone-else", 300);
    await seedRows("sought", 2);
    expect(await list(`${query}&limit=2`)).toHaveLength(5);
    expect(await list("tenant_id=someone-else&action=tenant.created&limit=150")).toHaveLength(600);
  });

  test("from is inclusive, to is exclusive, and both need an offset", async () => {
    const all = await list("limit=200");
    const middle = all[Math.floor(all.length / 2)] as Row;
    const from = encodeURIComponent(middle.created_at);
    expect(await list(`from=${from}&limit=200`)).toEqual(
      all.filter((row) => row.created_at >= middle.created_at),
    );
    expect(await list(`to=${from}&limit=150`)).toEqual(
      all.filter((row) => row.created_at < middle.created_at),
    );
    const shifted = new Date(Date.parse(middle.created_at) + 3_600_000)
      .toISOString()
      .replace("Z", "+01:00");
    expect(await list(`from=${encodeURIComponent(shifted)}&limit=200`)).toEqual(
      all.filter((row) => row.created_at >= middle.created_at),
    );
    expect(await list(`from=${from}&to=${from}`)).toEqual([]);
    expect(await list(`from=${encodeURIComponent(shifted)}&to=2020-01-01T00:00:00Z`)).toEqual([]);
    const refused = await system.admin("GET", "/admin/audit?from=2026-11-20T10:00:00");
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, "from"]);
  });
});
