import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findDay } from "#shared/domain/evidence/question/day.ts";
import { placeOf } from "#shared/domain/evidence/question/place.ts";
import {
  type AskedRule,
  findRules,
  namesAll,
  readQuestion,
} from "#shared/domain/evidence/question/question.ts";
import { provisionOf } from "#shared/domain/frameworks/provision.ts";

const TODAY = "2026-11-22";
const bookOf = (name: string): AskedRule[] =>
  JSON.parse(readFileSync(`shared/domain/frameworks/rule-books/${name}.json`, "utf8")).rules;
const act = bookOf("eu-ai-act");
const colorado = bookOf("co-sb-26-189");
const hiring = bookOf("us-hiring");
const texas = bookOf("us-tx-hb-149");

const found = (text: string, rules: readonly AskedRule[] = act): string[] =>
  findRules(rules, readQuestion(text, TODAY)).map(({ use_case_id }) => use_case_id);

const article50 = [
  "art50.1.direct_interaction",
  "art50.2.synthetic_content_marking",
  "art50.3.emotion_or_biometric_categorisation_notice",
  "art50.4.1.deep_fakes",
  "art50.4.2.public_interest_text",
];
/** High-risk uses that cite Article 50(3) besides their own point. */
const citing50 = ["annex3.1.b.biometric_categorisation", "annex3.1.c.emotion_recognition"];

describe("a day is read as people write it", () => {
  test.each([
    ["2027-02-18", "2027-02-18"],
    ["3 March 2026", "2026-03-03"],
    ["3rd of Mar. 2026", "2026-03-03"],
    ["March 3, 2026", "2026-03-03"],
    ["3.3.2026", "2026-03-03"],
    ["03. 03. 2026", "2026-03-03"],
    ["29 February 2028", "2028-02-29"],
    ["Today", TODAY],
    ["yesterday", "2026-11-21"],
  ])("%s", (text, day) => expect(findDay(text, TODAY)).toEqual({ day, rest: "" }));

  test.each([
    "29 February 2026",
    "31.4.2026",
    "2026-13-01",
    "3/4/2026",
    "3 Ma 2026",
    "March",
    "",
    "12 Foo 2026",
  ])("%s is none", (text) => {
    const { day, rest } = findDay(text, TODAY);
    expect(rest === "" ? day : null).toBeNull();
  });

  test("within a question, and the rest of the question remains", () => {
    expect(findDay("Art. 50 on 3 March 2026?", TODAY)).toEqual({
      day: "2026-03-03",
      rest: "art. 50",
    });
    expect(findDay("2027-02-18, deep  fakes", TODAY)).toEqual({
      day: "2027-02-18",
      rest: "deep fakes",
    });
    expect(findDay("6-1-1704(1)", TODAY)).toEqual({ day: null, rest: "6-1-1704(1)" });
  });
});

describe("an article is found however it is written", () => {
  test.each([
    "art50",
    "Art. 50",
    "article 50",
    "Artikel 50",
    "ART 50",
    "50",
    "Who approved Art. 50 and when?",
  ])("%s: every rule of Article 50, in the order of the act, then those that cite it", (text) =>
    expect(found(text)).toEqual([...article50, ...citing50]),
  );

  test.each([
    "50(2)",
    "art50.2",
    "50.2",
    "Art. 50 (2)",
    "Article 50, paragraph 2",
    "Art. 50 Abs. 2",
    "art 50 par. 2 on 2026-08-02",
  ])("%s: its own rule, then no other", (text) =>
    expect(found(text)).toEqual(["art50.2.synthetic_content_marking"]),
  );

  test.each([
    ["50(4)", ["art50.4.1.deep_fakes", "art50.4.2.public_interest_text"]],
    ["Article 50(4), second subparagraph", ["art50.4.2.public_interest_text"]],
    ["5(1)(ba)", ["art5.1.ba.non_consensual_intimate_material"]],
    ["art. 4", ["art4.ai_literacy"]],
    ["4a", ["art4a.bias_detection_data"]],
    ["art50 deep fakes", ["art50.4.1.deep_fakes"]],
    ["art50.4.1.deep_fakes", ["art50.4.1.deep_fakes"]],
    ["Annex III, point 5(b)", ["annex3.5.b.creditworthiness"]],
    ["annex3.5.b", ["annex3.5.b.creditworthiness"]],
    ["social scoring", ["art5.1.c.social_scoring"]],
    ["SCORING", ["art5.1.c.social_scoring", "annex3.5.b.creditworthiness"]],
  ])("%s", (text, ids) => {
    expect(found(text)).toEqual(ids);
  });

  test("a rule that also cites an article comes after the article's own", () => {
    const ids = found("Article 5(1)(f)");
    expect(ids[0]).toBe("art5.1.f.emotion_inference_work_education");
    expect(ids).toContain("annex3.1.c.emotion_recognition");
  });

  test("article 5 is not article 50, nor the sections of other laws", () => {
    expect(found("art. 5").filter((id) => id.startsWith("art50"))).toEqual([]);
    expect(found("6", colorado)).toEqual([]);
  });

  test("sections of other laws", () => {
    expect(found("§ 6-1-1704(1)", colorado)[0]).toBe("deployer.1704.1.notice");
    expect(found("6-1-1703", colorado)[0]).toBe("deployer.1703.records");
    expect(found("5/2-102(L)(2)", hiring)).toEqual(["il.ai.notice"]);
    expect(found("552.053", texas)).toEqual(["prohibited.552.053.social_scoring"]);
  });

  test("every rule of the books that come with the project is found by its own citation", () => {
    for (const rules of [act, colorado, hiring, texas, bookOf("us-ca-admt")]) {
      for (const { use_case_id, citations } of rules) {
        const own = provisionOf(citations[0]?.label ?? "").replace("775 ILCS ", "");
        expect({ own, found: found(own, rules) }).toEqual({
          own,
          found: expect.arrayContaining([use_case_id]),
        });
      }
    }
  });
});

describe("names", () => {
  test("are found without their accents, in any order, with the firm", () => {
    const of = (text: string) => readQuestion(text, TODAY);
    expect(namesAll(of("muller"), ["Dr. Änne Müller", "Weiß LLP"])).toBe(true);
    expect(namesAll(of("weiss müller"), ["Dr. Änne Müller", "Weiß LLP"])).toBe(true);
    expect(namesAll(of("o'neill"), ["Sean O'Neill", null])).toBe(true);
    expect(namesAll(of("ferrari"), ["Dr. Änne Müller", null])).toBe(false);
    expect(namesAll(of("on 3 March 2026"), ["anybody"])).toBe(false);
  });
});

test("a citation that names no place has none", () => {
  expect(placeOf("Company policy")).toBeNull();
  expect(placeOf("")).toBeNull();
});

test("hostile questions are read in no time and find only what they name", () => {
  for (const text of [
    "(".repeat(100_000),
    "artx ".repeat(50_000),
    `art50(1)${"(1".repeat(50_000)}`,
    "\u202E".repeat(9000),
    "__proto__",
    "1.".repeat(50_000),
  ]) {
    expect(found(text)).toEqual(text.startsWith("art50") ? ["art50.1.direct_interaction"] : []);
  }
});
