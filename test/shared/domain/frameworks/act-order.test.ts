import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  comparePlaces,
  groupByPlace,
  type Place,
  placeOf,
} from "#shared/domain/frameworks/act-order.ts";
import { anyCharacter } from "#test/support/any-character.ts";
import { currentBooks } from "#test/support/law-books.ts";

const grouped = (labels: readonly string[]) =>
  groupByPlace(labels, (label) => label).map(
    ({ name, rows }) => [name, rows.map(({ row }) => row)] as const,
  );

describe("the order of an act", () => {
  test("the rules of every book that comes with the project have a place in their act, unless they cite it as a whole", () => {
    const names = currentBooks.map(({ framework_id, rules }) => [
      framework_id,
      groupByPlace(rules, ({ citations }) => citations[0]?.label ?? null).map(
        ({ name, rows }) => `${name}: ${rows.length}`,
      ),
    ]);
    expect(Object.fromEntries(names)).toEqual({
      eu_ai_act: [
        "Article 4: 1",
        "Article 4a: 1",
        "Article 5: 10",
        "Article 6: 2",
        "Article 50: 5",
        "Annex III, point 1: 3",
        "Annex III, point 2: 1",
        "Annex III, point 3: 4",
        "Annex III, point 4: 2",
        "Annex III, point 5: 4",
        "Annex III, point 6: 5",
        "Annex III, point 7: 4",
        "Annex III, point 8: 2",
      ],
      co_sb_26_189: [
        "§ 6-1-1701: 7",
        "§ 6-1-1702: 3",
        "§ 6-1-1703: 1",
        "§ 6-1-1704: 2",
        "§ 6-1-1705: 2",
      ],
      us_ca_admt: ["§ 7001: 5", "§ 7150: 1", "§ 7220: 1", "§ 7221: 3", "§ 7222: 1"],
      us_tx_hb_149: [
        "§ 503.001: 1",
        "§ 552.051: 2",
        "§ 552.052: 1",
        "§ 552.053: 1",
        "§ 552.054: 1",
        "§ 552.055: 1",
        "§ 552.056: 1",
        "§ 552.057: 1",
      ],
      us_hiring: [
        "2 CCR § 11008.1: 1",
        "2 CCR § 11009: 1",
        "2 CCR § 11013: 1",
        "2 CCR § 11016: 1",
        "6 RCNY § 5-301: 1",
        "6 RCNY § 5-302: 1",
        "775 ILCS § 5/2-102: 3",
        "NYC Admin. Code § 20-871: 4",
        // Connecticut's act is cited as a whole.
        "null: 3",
      ],
    });
  });

  test("an inserted article and an inserted point stand where the act has them", () => {
    const order = ["Article 5(1)(b)", "Article 5(1)(ba)", "Article 5(1)(c)", "Article 5(2)"];
    expect(grouped(order.toReversed())).toEqual([["Article 5", order]]);
    expect(
      grouped(["Article 10", "Article 4a", "Article 4", "Article 5"]).map(([name]) => name),
    ).toEqual(["Article 4", "Article 4a", "Article 5", "Article 10"]);
  });

  test("annexes are ordered by numeral, points by number, codes through the alphabet twice", () => {
    expect(
      grouped(["Annex IX", "Annex III, point 10(a)", "Annex III, point 2", "Annex V"]).map(
        ([name]) => name,
      ),
    ).toEqual(["Annex III, point 2", "Annex III, point 10", "Annex V", "Annex IX"]);
    const code = ["§ 7001(z)", "§ 7001(aa)", "§ 7001(ddd)(2)", "§ 7001(ddd)(10)"];
    expect(grouped(code.toReversed())).toEqual([["§ 7001", code]]);
    const numerals = ["Article 5(1)(h)(i)", "Article 5(1)(h)(v)", "Article 5(1)(h)(ix)"];
    expect(grouped(numerals.toReversed())).toEqual([["Article 5", numerals]]);
  });

  test.each([
    ["Regulation (EU) 2024/1689, Article 50(4), second subparagraph", "article 50 4 2nd"],
    ["Regulation (EU) 2024/1689, Annex III, point 1(a)", "annex III 1 a"],
    ["Artikel 6 Absatz 1", "article 6 1"],
    ["C.R.S. § 6-1-1701(6)(e)", "section 6-1-1701 6 e"],
    ["Article 5(1)(y)(i) and (ii)", "article 5 1 y i"],
    ["Article 5(1)(a) and Article 6", "article 5 1 a"],
    ["Tex. Bus. & Com. Code § 503.001(b-1)", "section 503.001 b-1"],
    ["C.R.S. §§ 6-1-1701 to 6-1-1707", "section 6-1-1701"],
    ["775 ILCS 5/2-102(L)(1)", "section 5/2-102 L 1"],
  ])("%s is read as %s", (label, read) => {
    const { kind, number, pins } = placeOf(label) as Place;
    expect([kind, number, ...pins].join(" ")).toBe(read);
  });
});

describe("citations that have no known form", () => {
  test("stand together at the end, in the order given", () => {
    const foreign = ["民法第七百九条", "The Charter", "", "((((", "§", "Article", "12"];
    expect(grouped([...foreign, "Article 5"])).toEqual([
      ["Article 5", ["Article 5"]],
      [null, foreign],
    ]);
  });

  test("any text is read into a bounded name and a total order", () => {
    const piece = fc.constantFrom(
      "Article ",
      "Annex ",
      "§ ",
      "(a)",
      "(ix)",
      "(",
      ")",
      "III",
      "5",
      "-",
      "9",
      ", ",
    );
    const label = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 400 }),
      fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join("")),
    );
    fc.assert(
      fc.property(fc.array(label, { maxLength: 12 }), (labels) => {
        const groups = grouped(labels);
        expect(groups.flatMap(([, rows]) => rows).toSorted()).toEqual(labels.toSorted());
        for (const [name] of groups) expect((name ?? "").length).toBeLessThan(200);
        const known = labels.flatMap((one) => placeOf(one) ?? []);
        for (const a of known) {
          for (const b of known) {
            expect(Math.sign(comparePlaces(a, b))).toBe(-Math.sign(comparePlaces(b, a)) + 0);
            for (const c of known) {
              if (comparePlaces(a, b) <= 0 && comparePlaces(b, c) <= 0) {
                expect(comparePlaces(a, c)).toBeLessThanOrEqual(0);
              }
            }
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test("a label of a thousand brackets or digits is read without an error", () => {
    for (const char of ["(", ")", "9", "§", "(a)", "5-", "Article 5 ", "́"]) {
      expect(() => placeOf(`Article 5${char.repeat(1000)}`)).not.toThrow();
      expect(() => placeOf(char.repeat(1000))).not.toThrow();
    }
  });
});
