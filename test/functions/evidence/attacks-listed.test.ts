import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const text = (path: string) => readFileSync(path, "utf8");
const here = "test/functions/evidence/attacks-listed.test.ts";
const tests = globSync("test/functions/**/*.test.ts")
  .filter((file) => file !== here)
  .map(text)
  .join("\n");

/** One name of an attack or several: `C1`, `H5, N8`, or `own`. */
const names = String.raw`(?:[CHMLN]\d+|own)(?:, [CHMLN]\d+)*`;
const namesIn = (from: string, pattern: string): string[] =>
  [...from.matchAll(new RegExp(pattern, "gm"))].flatMap(([, found = ""]) => found.split(", "));

/** Attacks by the names that tests and docs give them. */
const tested = namesIn(tests, `["\`](${names}): `);
const documented = namesIn(text("docs/evidence.md"), `^\\| (${names}) \\|`);

test("each attack in docs/evidence.md is carried out by a test, and each of those is in docs/evidence.md", () => {
  expect([...new Set(tested)].sort()).toEqual([...new Set(documented)].sort());
  expect(tested.filter((name) => name === "own").length).toBeGreaterThanOrEqual(20);
});
