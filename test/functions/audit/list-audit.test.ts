import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commission } from "../../support/review-fixture.ts";
import { startTestSystem, type TestSystem } from "../../support/system.ts";

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.close());

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

describe("the audit trail", () => {
  test("every filter gives exactly the rows that match, oldest first, page by page", async () => {
    const commissioned = [];
    for (let i = 0; i < 4; i += 1) commissioned.push(await commission(system));
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
    ];
    for (const [query, matches] of cases)
      expect([query, await list(query)]).toEqual([query, all.filter(matches)]);
  });

  test("from is inclusive, to exclusive, both with an offset", async () => {
    const all = await list("limit=200");
    const middle = all[Math.floor(all.length / 2)] as Row;
    const from = encodeURIComponent(middle.created_at);
    expect(await list(`from=${from}&limit=4`)).toEqual(
      all.filter((row) => row.created_at >= middle.created_at),
    );
    expect(await list(`to=${from}`)).toEqual(
      all.filter((row) => row.created_at < middle.created_at),
    );
    const shifted = new Date(Date.parse(middle.created_at) + 3_600_000)
      .toISOString()
      .replace("Z", "+01:00");
    expect(await list(`from=${encodeURIComponent(shifted)}`)).toEqual(
      all.filter((row) => row.created_at >= middle.created_at),
    );
    const refused = await system.admin("GET", "/admin/audit?from=2026-11-20T10:00:00");
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, "from"]);
  });
});
