import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import {
  contentHash,
  type Rule,
  ruleSchema,
  ruleVersionHash,
} from "#shared/domain/frameworks/rule.ts";

const rule = (use_case_id: string, more: Partial<Rule> = {}): Rule => ({
  use_case_id,
  title: "Social scoring",
  citations: [{ label: "Article 5(1)(c)", url: "https://example.com" }],
  customer_description_preview: "Preview",
  suggested_verdict_copy: "Copy",
  ...more,
});

const rules = fc.uniqueArray(
  fc.record({
    use_case_id: fc.stringMatching(/^[a-z0-9][a-z0-9_.-]{1,12}$/),
    title: fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
    citations: fc.array(fc.record({ label: fc.string({ minLength: 1 }) }), { maxLength: 3 }),
    customer_description_preview: fc.string({ minLength: 1 }),
    suggested_verdict_copy: fc.string({ minLength: 1 }),
  }),
  { selector: ({ use_case_id }) => use_case_id, minLength: 1, maxLength: 6 },
);

describe("rule_version_hash", () => {
  test("is SHA-256 over the RFC 8785 text of the rules sorted by use_case_id", () => {
    const text =
      '[{"citations":[{"label":"Article 5(1)(c)","url":"https://example.com"}],"customer_description_preview":"Preview","framework_id":"fw","suggested_verdict_copy":"Copy","title":"Social scoring","use_case_id":"a.1"},' +
      '{"citations":[{"label":"Article 5(1)(c)","url":"https://example.com"}],"customer_description_preview":"Preview","framework_id":"fw","risk_level":"high","suggested_verdict_copy":"Copy","title":"Social scoring","use_case_id":"b.1"}]';
    const expected = createHash("sha256").update(text, "utf8").digest("hex");
    expect(ruleVersionHash("fw", [rule("b.1", { risk_level: "high" }), rule("a.1")])).toBe(
      expected,
    );
  });

  test("a rule without dates hashes as it did before rules had them", () => {
    const parsed = ruleSchema().parse(rule("a.1", { risk_level: "high" }));
    expect(contentHash("fw", parsed)).toBe(
      "c880b54c19a9a8e717b78821438833f330ba114a60e7bb4d70640d8588c455c7",
    );
    expect(ruleVersionHash("fw", [parsed])).toBe(
      "b26b3b687320b0f10b0e01871ba0bb6c5f8f9cdd78f0cc9c79a39270ef201f02",
    );
  });

  test("does not depend on the order of the rules or of their fields", () => {
    fc.assert(
      fc.property(rules, fc.infiniteStream(fc.nat()), (given, random) => {
        const shuffled = given
          .map((entry) => ({ entry, at: random.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(
            ({ entry }) => Object.fromEntries(Object.entries(entry).reverse()) as unknown as Rule,
          );
        expect(ruleVersionHash("fw", shuffled)).toBe(ruleVersionHash("fw", given));
      }),
    );
  });

  test("is sensitive to every field", () => {
    const base = rule("a.1", { risk_level: "high" });
    const changes: Partial<Rule>[] = [
      { use_case_id: "a.2" },
      { title: "Social scoring " },
      { citations: [{ label: "Article 5(1)(d)", url: "https://example.com" }] },
      { citations: [{ label: "Article 5(1)(c)" }] },
      { citations: [] },
      { customer_description_preview: "preview" },
      { suggested_verdict_copy: "Copy\u00a0" },
      { risk_level: "limited" },
      { applies_from: "2026-12-02" },
      { applies_from: "2026-12-03" },
      { applies_until: "2026-12-02" },
      { amended_by: { label: "Regulation (EU) 2026/1744" } },
      { amended_by: { label: "Regulation (EU) 2026/1744", url: "https://example.com" } },
    ];
    const hashes = changes.map((change) => ruleVersionHash("fw", [{ ...base, ...change }]));
    const { risk_level: _, ...withoutRisk } = base;
    hashes.push(
      ruleVersionHash("fw", [withoutRisk]),
      ruleVersionHash("other", [base]),
      ruleVersionHash("fw", [base]),
    );
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  test("any one-character change to any text changes it", () => {
    fc.assert(
      fc.property(rules, fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), (given, at, more) => {
        const index = at % given.length;
        const changed = given.map((entry, i) =>
          i === index ? { ...entry, title: entry.title + more } : entry,
        );
        expect(ruleVersionHash("fw", changed)).not.toBe(ruleVersionHash("fw", given));
      }),
    );
  });

  test("sorts by UTF-16 code units, not by a locale", () => {
    const ids = ["a-1", "a.1", "a1", "a_1"];
    const expected = createHash("sha256")
      .update(canonicalJson(ids.map((id) => ({ framework_id: "fw", ...rule(id) }))))
      .digest("hex");
    expect(
      ruleVersionHash(
        "fw",
        ids.toReversed().map((id) => rule(id)),
      ),
    ).toBe(expected);
  });

  test("one rule's content hash is the formula over the single object", () => {
    const expected = createHash("sha256")
      .update(canonicalJson({ framework_id: "fw", ...rule("a.1") }))
      .digest("hex");
    expect(contentHash("fw", rule("a.1"))).toBe(expected);
  });
});

describe("canonical JSON", () => {
  test("passes the RFC 8785 vectors for numbers, strings and key order", () => {
    expect(
      canonicalJson({
        numbers: [Number("333333333.33333329"), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
        string: "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/",
        literals: [null, true, false],
      }),
    ).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
    expect(
      canonicalJson({
        "\u20ac": 1,
        "\r": 2,
        "\ufb33": 3,
        "1": 4,
        "\ud83d\ude00": 5,
        "\u0080": 6,
        "\u00f6": 7,
      }),
    ).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
  });
});

describe("a rule", () => {
  test.each([
    [{ use_case_id: "A.1" }, "use_case_id"],
    [{ use_case_id: "a" }, "use_case_id"],
    [{ title: "" }, "title"],
    [{ citations: [{ label: "x", url: "javascript:alert(1)" }] }, "citations.0.url"],
    [{ citations: [{ label: "x", href: "https://a" }] }, "citations.0"],
    [
      { citations: [{ label: "x", url: "https://eur-lex.europa.eu@evil.example/" }] },
      "citations.0.url",
    ],
    [{ citations: [{ label: "Article\u202e 5" }] }, "citations.0.label"],
    [{ title: "a\u0000b" }, "title"],
    [{ risk_level: "severe" }, "risk_level"],
    [{ applies_from: "2026-02-30" }, "applies_from"],
    [{ applies_from: "2 December 2026" }, "applies_from"],
    [{ applies_from: "2026-12-02T00:00:00Z" }, "applies_from"],
    [{ applies_from: null }, "applies_from"],
    [{ applies_until: "0000-00-00" }, "applies_until"],
    [{ applies_from: "2026-12-02", applies_until: "2026-12-01" }, "applies_until"],
    [{ amended_by: { url: "https://example.com" } }, "amended_by.label"],
    [{ amended_by: "Regulation (EU) 2026/1744" }, "amended_by"],
    [{ extra: 1 }, ""],
  ])("is refused with the field named: %j", (change, path) => {
    const result = ruleSchema().safeParse({ ...rule("a.1"), ...change });
    expect(result.error?.issues.map((issue) => issue.path.join("."))).toContain(path);
  });

  test.each([
    ["ä", 20_000, 12_000],
    ['"', 7000, 6000],
    ["\n", 9000, 8000],
  ])(
    "with more than 48 KB of %j in an answer is refused, since a hundred must fit in one",
    (character, most, fewer) => {
      const isTaken = (count: number) =>
        ruleSchema().safeParse(
          rule("a.1", {
            customer_description_preview: character.repeat(count),
            suggested_verdict_copy: character.repeat(count),
          }),
        ).success;
      expect([isTaken(most), isTaken(fewer)]).toEqual([false, true]);
    },
  );
});
