import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname } from "node:path";
import { expect, test } from "vitest";
import { PREFIX, setup } from "#test/support/own-temporary-folder.ts";

const leaving = `
  const { mkdtempSync } = require("node:fs");
  console.log(mkdtempSync(require("node:os").tmpdir() + "/left-"));
`;

test("whatever tests and their processes leave in the temporary folder is removed with the run", async () => {
  const ofTheRun = tmpdir();
  expect(basename(ofTheRun).startsWith(PREFIX)).toBe(true);
  const teardown = setup();
  const left = execFileSync(process.execPath, ["-e", leaving], { encoding: "utf8" }).trim();
  expect(dirname(dirname(left))).toBe(ofTheRun);
  expect(existsSync(left)).toBe(true);
  await teardown();
  expect(existsSync(left)).toBe(false);
  expect(tmpdir()).toBe(ofTheRun);
});
