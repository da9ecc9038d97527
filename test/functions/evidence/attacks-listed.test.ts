import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const text = (path: string) => readFileSync(path, "utf8");
const here = "test/functions/evidence/attacks-listed.test.ts";
const tests = globSync("test/functions/**/*.test.ts")
  .filter((file) => file !== here)
  .map(text)
  .join("\n");

/** Attacks by the name that tests and docs give them: C1, H4, …, or `own`. */
const tested = [...tests.matchAll(/["`]([CHML]\d|own): /g)].map(([, name]) => name);
const documented = [...text("docs/evidence.md").matchAll(/^\| ([CHML]\d|own) \|/gm)].map(
  ([, name]) => name,
);

test("each attack in docs/evidence.md is carried out by a test, and each of those is in docs/evidence.md", () => {
  expect([...new Set(tested)].sort()).toEqual([...new Set(documented)].sort());
  expect(tested.filter((name) => name === "own").length).toBeGreaterThanOrEqual(20);
});
