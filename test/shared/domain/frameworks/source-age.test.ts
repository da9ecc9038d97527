import { expect, test } from "vitest";
import { isStaleSource } from "#shared/domain/frameworks/source-age.ts";

test("a source is too old after 180 days, not on the 180th", () => {
  const after = (days: number) => Date.parse("2026-11-26") + days * 24 * 3600 * 1000;
  expect(isStaleSource("2026-11-26", after(180))).toBe(false);
  expect(isStaleSource("2026-11-26", after(180) + 1)).toBe(true);
});
