import { expect, test } from "vitest";
import {
  articleOf,
  articlesOf,
  compareArticles,
  provisionOf,
} from "#shared/domain/frameworks/provision.ts";
import euAiAct from "#shared/domain/frameworks/rule-books/eu-ai-act.json" with { type: "json" };

test.each([
  ["Regulation (EU) 2024/1689, Article 50(4), first subparagraph", "Art. 50"],
  ["Regulation (EU) 2024/1689, Article 4a", "Art. 4a"],
  ["Art. 5(1)(ba)", "Art. 5"],
  ["Regulation (EU) 2024/1689, Annex III, point 1(a)", "Annex III"],
  ["C.R.S. § 6-1-1704(1)", "§ 6-1-1704"],
  ["NYC Admin. Code § 20-871(a)(1)", "§ 20-871"],
  ["Tex. Bus. & Com. Code § 552.051(b)", "§ 552.051"],
  ["775 ILCS 5/2-102(L)(1)", "775 ILCS 5/2-102"],
  ["A guideline of the house", "A guideline of the house"],
  ["(no name)", "(no name)"],
])("%s is called %s", (label, name) => {
  expect(articleOf(label)).toBe(name);
});

test("a provision keeps its paragraph and point, without the act's name", () => {
  expect(provisionOf("Regulation (EU) 2024/1689, Article 50(4), first subparagraph")).toBe(
    "Art. 50(4), first subparagraph",
  );
  expect(provisionOf("Regulation (EU) 2024/1689, Annex III, point 5(b)")).toBe(
    "Annex III, point 5(b)",
  );
  expect(provisionOf("775 ILCS 5/2-102(L)(1)")).toBe("775 ILCS 5/2-102(L)(1)");
});

test("the articles of a book stand in the order of the act, each once", () => {
  expect(articlesOf(euAiAct.rules.toReversed())).toEqual([
    ...["Art. 4", "Art. 4a", "Art. 5", "Art. 6", "Art. 50", "Annex III"],
  ]);
  expect(articlesOf([{ citations: [] }])).toEqual([]);
  const ofAnnex = (ids: string[]) =>
    articlesOf(
      euAiAct.rules.filter(({ use_case_id }) => ids.some((id) => use_case_id.startsWith(id))),
    );
  expect(ofAnnex(["annex3.3", "art50"])).toEqual(["Art. 50", "Annex III point 3"]);
  expect(ofAnnex(["annex3.3", "annex3.4"])).toEqual(["Annex III"]);
  expect(["Annex III", "Art. 50", "Art. 6"].toSorted(compareArticles)).toEqual([
    ...["Art. 6", "Art. 50", "Annex III"],
  ]);
});

test("a long text from outside is cut, and is read in time proportional to its length", () => {
  for (const label of [
    "§".repeat(100_000),
    "Article ".repeat(20_000),
    "x".repeat(100_000),
    "§ 1".padEnd(90_000, "1"),
  ]) {
    expect([articleOf(label).length <= 60, provisionOf(label).length <= 60]).toEqual([true, true]);
  }
});
