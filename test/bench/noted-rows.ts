import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Row } from "./row.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Tests that have a section of their own. */
const own = {
  screens: "test/functions/console/scale.test.ts",
  burst: "test/functions/sourcehost/burst.test.ts",
} as const;

/** The rows of one of them. */
export const ownRows = (section: keyof typeof own): Row[] => notedRows([own[section]]);

/** The rows of all other tests, so that no test with a full size can be forgotten. */
export const sweepsRows = (): Row[] =>
  notedRows(Object.values(own).flatMap((file) => ["--exclude", file]));

/**
 * Runs tests at full size (test/support/full-size.ts), with a row for each figure that they note.
 * @throws Error when a test fails
 */
function notedRows(which: readonly string[]): Row[] {
  const folder = mkdtempSync(join(tmpdir(), "noted-rows-"));
  const report = join(folder, "figures.jsonl");
  try {
    const { status } = spawnSync(
      process.execPath,
      ["node_modules/vitest/vitest.mjs", "run", "--maxWorkers=2", ...which],
      { cwd: root, env: { ...process.env, FULL_SIZES: report }, stdio: ["ignore", 2, 2] },
    );
    if (status !== 0) throw new Error("A test at full size failed; what it said stands above.");
    const lines = readFileSync(report, "utf8").trim().split("\n");
    return lines.map((line) => JSON.parse(line) as Row);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
