import { expect, test } from "vitest";
import type { PanelResult } from "#shared/domain/reviews/statuses.ts";
import { exceptionsIn, mixedText, ruleNames } from "#shared/domain/standing/outcomes.ts";

const rules = (outcomes: Readonly<Record<string, PanelResult>>) =>
  Object.entries(outcomes).map(([name, outcome]) => ({ name, outcome }));

const rule = (use_case_id: string, label?: string) => ({
  use_case_id,
  title: `Title of ${use_case_id}`,
  citations: label === undefined ? [] : [{ label }],
});

test("where outcomes differ, approvals are counted first and every exception is named", () => {
  expect(
    mixedText(
      rules({
        "Art. 50(3)": "changes_requested",
        a: "approved",
        b: "approved",
        c: "approved",
        d: "approved",
      }),
    ),
  ).toBe("4 approved, 1 sent back: Art. 50(3)");
  expect(
    mixedText(
      rules({
        "Art. 4": "rejected",
        "Art. 5": "changes_requested",
        "Art. 6": "approved_with_changes",
        "Art. 7": "undecided",
        "Art. 8": "approved",
        "Art. 9": "changes_requested",
      }),
    ),
  ).toBe(
    "1 approved, 1 approved with changes: Art. 6; 2 sent back: Art. 5 and Art. 9; 1 rejected: Art. 4; 1 undecided: Art. 7",
  );
});

test("without an approval every rule is named, and if all outcomes are the same there is no text", () => {
  expect(mixedText(rules({ "Art. 4": "rejected", "Art. 5": "changes_requested" }))).toBe(
    "1 sent back: Art. 5; 1 rejected: Art. 4",
  );
  expect(mixedText(rules({ a: "approved", b: "approved" }))).toBe(null);
  expect(mixedText([])).toBe(null);
});

test("a list names the first exceptions and counts the others", () => {
  const many = rules({ a: "approved", b: "rejected", c: "rejected", d: "rejected", e: "rejected" });
  expect(mixedText(many, 2)).toBe("1 approved, 4 rejected: b, c and 2 more");
});

test("an approval has exceptions, a refusal of every rule has none", () => {
  const mixed = rules({ a: "approved", b: "rejected", c: "undecided" });
  expect(exceptionsIn(mixed).map(({ name }) => name)).toEqual(["b", "c"]);
  expect(exceptionsIn(rules({ a: "rejected", b: "changes_requested" }))).toEqual([]);
});

test("a rule is named by its own provision, with its title where several share one", () => {
  const names = ruleNames([
    rule("a", "Article 50(3)"),
    rule("b", "Article 5(1)(a)"),
    rule("c", "Article 5(1)(a)"),
    rule("d"),
  ]);
  expect([...names]).toEqual([
    ["a", "Art. 50(3)"],
    ["b", "Art. 5(1)(a) (Title of b)"],
    ["c", "Art. 5(1)(a) (Title of c)"],
    ["d", "Title of d"],
  ]);
  const [hidden] = ruleNames([{ ...rule("x"), title: "A\u202Eb" }]).values();
  expect(hidden).toBe("A⟨U+202E⟩b");
});
