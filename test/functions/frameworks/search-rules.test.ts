import { beforeAll, describe, expect, test } from "vitest";
import { loadRuleBooks } from "#infra/local/rule-books.ts";
import coSb24205 from "#test/support/books/co-sb-24-205.json" with { type: "json" };
import { expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { newTenant } from "#test/support/tenant-fixture.ts";

const system = suiteSystem();
beforeAll(async () => {
  await loadRuleBooks(system);
  // An installation that has the superseded book keeps it.
  const { framework_id, rules, ...framework } = coSb24205;
  const path = `/admin/frameworks/${framework_id}`;
  await expectStatus(system.admin("PUT", path, framework), 200);
  await expectStatus(system.admin("PUT", `${path}/rules`, { rules }), 200);
});

const search = (text: string, more = "") =>
  system.admin("GET", `/admin/rules?search=${encodeURIComponent(text)}${more}`);

describe("a platform admin finds rules of every book", () => {
  test("by an article, its own rules first, in the order of the act", async () => {
    const { body } = await expectStatus(search("Art. 50"), 200);
    expect(body.found).toBe(7);
    expect(body.rules.map(({ citation }: { citation: string }) => citation).slice(0, 2)).toEqual([
      "Regulation (EU) 2024/1689, Article 50(1)",
      "Regulation (EU) 2024/1689, Article 50(2)",
    ]);
    expect(body.rules[0]).toMatchObject({
      framework_id: "eu_ai_act",
      use_case_id: "art50.1.direct_interaction",
      title: "Direct interaction with natural persons",
      version: 1,
    });
  });

  test("by a title, current books before superseded ones", async () => {
    const { body } = await expectStatus(search("financial or lending"), 200);
    const books = body.rules.map(({ framework_id }: { framework_id: string }) => framework_id);
    expect(books.at(-1)).toBe("co_sb_24_205");
    expect(books.slice(0, -1)).not.toContain("co_sb_24_205");
    expect(books.length).toBeGreaterThan(2);
  });

  test("at most as many as were asked for, and the number of all that match", async () => {
    const { body } = await expectStatus(search("Art. 50", "&limit=2"), 200);
    expect([body.found, body.rules.length]).toEqual([7, 2]);
  });

  test("as they are live now: an amended title, not the one before", async () => {
    await expectStatus(
      system.admin("PUT", "/admin/frameworks/own_book", { display_name: "Own" }),
      200,
    );
    for (const title of ["Zebra crossing", "Quagga crossing"]) {
      const rules = [ruleText("own.rule", { title })];
      await expectStatus(system.admin("PUT", "/admin/frameworks/own_book/rules", { rules }), 200);
    }
    expect((await search("zebra")).body).toEqual({ found: 0, rules: [] });
    expect((await search("quagga")).body.rules).toMatchObject([{ version: 2 }]);
  });
});

test("hostile searches find nothing, and those without words are refused", async () => {
  for (const text of ["__proto__", "<script>", "((((", "\u202E", "%", "a".repeat(200)]) {
    const { body } = await expectStatus(search(text), 200);
    expect({ text, ...body }).toEqual({ text, found: 0, rules: [] });
  }
  expect((await search("")).status).toBe(400);
  expect((await search("a".repeat(201))).status).toBe(400);
  const { org } = await newTenant(system);
  expect((await org("GET", "/admin/rules?search=art50")).status).toBe(403);
});
