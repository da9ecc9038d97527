import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { keysDocument } from "#infra/keys-reference.ts";

test("docs/keys.md is what the files of the store say about their keys: npm run keys", () => {
  expect(readFileSync("docs/keys.md", "utf8")).toBe(keysDocument());
});
