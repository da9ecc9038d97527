import { expect, test } from "vitest";
import { withinAnswer } from "#shared/domain/reviews/answer-size.ts";

const rule = (use_case_id: string, characters: number) => ({
  use_case_id,
  title: "t",
  citations: [],
  customer_description_preview: "x".repeat(characters),
  suggested_verdict_copy: "v",
});

test("earlier texts are included in full while there is room beside the rules under review", () => {
  const now = [rule("a", 1000), rule("b", 1000)];
  const before = [rule("a", 900), rule("b", 900)];
  expect(withinAnswer(now, before)).toEqual({ a: before[0], b: before[1] });
});

test("an earlier text that does not fit is left out; a shorter one after it is still included", () => {
  const now = [rule("a", 1000), rule("b", 1000)];
  const before = [rule("a", 5000), rule("b", 100)];
  expect(withinAnswer(now, before, 4000)).toEqual({ b: before[1] });
});

test("a hundred of the largest rules leave no room, and are still sent", () => {
  const largest = Array.from({ length: 100 }, (_, i) => rule(`r${i}`, 47_000));
  const all = withinAnswer(largest, largest);
  const wrapped = JSON.stringify(JSON.stringify([largest, Object.values(all)]));
  expect(Buffer.byteLength(wrapped)).toBeLessThan(6_000_000);
  expect(Object.keys(all).length).toBeLessThan(100);
});
