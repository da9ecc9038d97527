import { expect, test } from "vitest";
import { bookIds, books } from "#shared/domain/frameworks/books.ts";
import { numbersOf, twinsOf } from "#shared/domain/frameworks/crosswalk.ts";
import { crosswalkTopics } from "#shared/domain/frameworks/crosswalk-topics.ts";
import { currentBooks } from "#test/support/law-books.ts";

const names = currentBooks.flatMap(({ framework_id, rules }) =>
  rules.map(({ use_case_id }) => ({ framework_id, use_case_id })),
);
const key = ({ framework_id, use_case_id }: { framework_id: string; use_case_id: string }) =>
  `${framework_id}/${use_case_id}`;

/** The number of subcategories of each category of the NIST AI RMF 1.0; 72 in all. */
const NIST: Record<string, readonly number[]> = {
  GOVERN: [7, 3, 2, 3, 2, 2],
  MAP: [6, 3, 5, 2, 2],
  MEASURE: [3, 13, 3, 3],
  MANAGE: [4, 4, 2, 3],
};
/** The numbers of the controls of Annex A, `A.<group>.<control>`; 38 in all. */
const ISO: Record<string, readonly string[]> = {
  "2": ["2", "3", "4"],
  "3": ["2", "3"],
  "4": ["2", "3", "4", "5", "6"],
  "5": ["2", "3", "4", "5"],
  "6": ["1.2", "1.3", "2.2", "2.3", "2.4", "2.5", "2.6", "2.7", "2.8"],
  "7": ["2", "3", "4", "5", "6"],
  "8": ["2", "3", "4", "5"],
  "9": ["2", "3", "4"],
  "10": ["2", "3", "4"],
};
const CLAUSES = ["6.1.2", "6.1.3", "6.1.4", "7.2", "7.3", "7.4", "7.5", "8.4"];

test("twins are symmetric, have the same reason, belong to other books, and exist", () => {
  const known = new Set(names.map(key));
  for (const rule of names) {
    const twins = twinsOf(rule);
    expect(new Set(twins.map(key)).size, key(rule)).toBe(twins.length);
    for (const twin of twins) {
      expect(known, key(twin)).toContain(key(twin));
      expect(twin.framework_id).not.toBe(rule.framework_id);
      expect(twinsOf(twin), `${key(twin)} → ${key(rule)}`).toContainEqual({
        ...rule,
        reason: twin.reason,
      });
    }
  }
});

test("every rule of a current book has one topic, with numbers that exist in NIST's and ISO's frameworks", () => {
  const placed = crosswalkTopics.flatMap(({ rules }) =>
    Object.entries(rules).flatMap(([framework_id, ids]) =>
      ids.map((use_case_id) => key({ framework_id, use_case_id })),
    ),
  );
  expect(placed.toSorted()).toEqual(names.map(key).toSorted());
  for (const rule of names) {
    const { nist_ai_rmf, iso_42001 } = numbersOf(rule);
    expect(nist_ai_rmf.length > 0 && iso_42001.length > 0, key(rule)).toBe(true);
    for (const number of nist_ai_rmf) {
      const [name = "", category = 0, sub = 0] = number
        .split(/[ .]/)
        .map((part, i) => (i === 0 ? part : Number(part)));
      expect(
        Number(sub) >= 1 && Number(sub) <= (NIST[name]?.[Number(category) - 1] ?? 0),
        number,
      ).toBe(true);
    }
    for (const number of iso_42001) {
      const [, group = "", control = ""] = /^A\.(\d+)\.(.+)$/.exec(number) ?? [];
      expect(ISO[group]?.includes(control) ?? CLAUSES.includes(number), number).toBe(true);
    }
  }
});

test("a rule that only shares a name with a built-in member has no twins", () => {
  expect(twinsOf({ framework_id: "constructor", use_case_id: "toString" })).toEqual([]);
});

test("each book's rules are related to other books' rules, or the book says why they are not", () => {
  const related = new Set(crosswalkTopics.flatMap(({ rules }) => Object.keys(rules)));
  for (const id of bookIds) {
    expect([id, related.has(id)]).toEqual([id, books[id].topics === "related"]);
  }
});
