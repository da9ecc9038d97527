import { expect, test } from "vitest";
import { amended, amendments, chosen } from "#infra/local/sample/amendments.ts";
import { counsel } from "#infra/local/sample/counsel.ts";
import { type PlannedReview, reviewsOf } from "#infra/local/sample/reviews.ts";

/* Proof-reads the sample half year: what counsel says about a wording must be true of it. */

type Claim = readonly [useCase: string, verb: "has" | "lacks", words: string];

/** What each of counsel's remarks claims about wordings, by the day and counsel of the request. */
const claims: Readonly<Record<string, readonly Claim[]>> = {
  "6 ferrari": [["art50.1", "lacks", "example"]],
  "11 laurent": [],
  "13 laurent": [["annex3.7.c", "lacks", "disregard"]],
  "16 okafor": [],
  "18 okafor": [["deployer.1704.3", "lacks", "For example"]],
  "23 marquardt": [
    ["art5.1.h", "lacks", "on the output alone"],
    ["art5.1.h", "lacks", "notified"],
  ],
  "26 laurent": [["annex3.7.c", "has", "disregard the output"]],
  "29 ferrari": [["annex3.4.b", "has", "workers' representatives"]],
  "32 marquardt": [
    ["art5.1.h", "has", "on the output alone"],
    ["art5.1.h", "has", "notified"],
  ],
  "44 ferrari": [["annex3.1.c", "lacks", "fatigue"]],
  "53 laurent": [
    ["annex3.1.c", "has", "fatigue"],
    ["annex3.1.b", "lacks", "such as"],
  ],
  "66 marquardt": [
    ["art5.1.a", "has", "Record who"],
    ["art5.1.c", "has", "Record who"],
  ],
  "71 okafor": [
    ["covered_domain.e", "has", "10-3-1104.9"],
    ["covered_domain.e", "lacks", "algorithms"],
    ["covered_domain.e", "has", "Establish first"],
    ["covered_domain.f", "lacks", "Establish first"],
  ],
  "83 laurent": [],
  "88 okafor": [
    ["covered_domain.e", "has", "algorithms"],
    ["covered_domain.f", "has", "Establish first"],
    ["covered_domain.f", "lacks", "for example"],
  ],
  "101 ferrari": [["annex3.5.b", "has", "consented"]],
  "108 okafor": [["deployer.1704.3", "has", "For example"]],
  "115 ferrari": [
    ["annex3.5.b", "lacks", "consent"],
    ["annex3.5.c", "has", "other lines of insurance"],
    ["annex3.5.c", "lacks", "such as"],
  ],
  "131 marquardt": [
    ["art5.1.b", "has", "Name the person"],
    ["art5.1.d", "lacks", "objective and verifiable facts"],
    ["art5.1.e", "has", "Name the person"],
  ],
  "139 okafor": [["deployer.1705.1.human_review", "lacks", "ask"]],
  "146 ferrari": [["art50.3", "lacks", "categorisation"]],
};

/** The live text of a rule when counsel is asked. */
function textOf({ day, counsel: key }: PlannedReview, beginning: string, isShort: boolean): string {
  const [first, ...more] = chosen(counsel[key].framework_id, [beginning]);
  expect([beginning, first !== undefined, more]).toEqual([beginning, true, []]);
  const live = amendments
    .filter((one) => one.day < day && (!isShort || one.isInShort))
    .flatMap(amended)
    .findLast(({ use_case_id }) => use_case_id === first?.use_case_id);
  const { title, customer_description_preview, suggested_verdict_copy } = live ?? first ?? {};
  return [title, customer_description_preview, suggested_verdict_copy].join("\n");
}

const nameOf = ({ day, counsel: key }: PlannedReview) => `${day} ${key}`;

test.each([true, false])(
  "counsel speaks of words that the text has, or lacks, as they say (short: %s)",
  (isShort) => {
    for (const review of reviewsOf(isShort)) {
      for (const [useCase, verb, words] of claims[nameOf(review)] ?? []) {
        const has = textOf(review, useCase, isShort).includes(words);
        expect([nameOf(review), useCase, words, has ? "has" : "lacks"]).toEqual([
          nameOf(review),
          useCase,
          words,
          verb,
        ]);
      }
    }
  },
);

test("every remark of counsel's has been checked against the text", () => {
  const remarks = reviewsOf(false).filter(
    ({ comment = "No objection.", objection }) =>
      comment !== "No objection." || objection !== undefined,
  );
  expect(remarks.map(nameOf).toSorted()).toEqual(Object.keys(claims).toSorted());
});

test("every amendment of the sample changes the wording that was live before it", () => {
  const live = new Map<string, string>();
  for (const amendment of amendments) {
    const rules = amended(amendment);
    expect(rules.length).toBeGreaterThan(0);
    for (const rule of rules) {
      const [own] = chosen(amendment.book, [rule.use_case_id]);
      const before = live.get(rule.use_case_id) ?? JSON.stringify(own);
      expect(JSON.stringify(rule)).not.toBe(before);
      live.set(rule.use_case_id, JSON.stringify(rule));
    }
  }
});
