import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Row } from "./row.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Runs test files at full size (test/support/full-size.ts); a row for each figure they note.
 * @throws Error when a test fails
 */
export async function notedRows(files: readonly string[]): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "noted-rows-"));
  const report = join(folder, "figures.jsonl");
  try {
    const { status } = spawnSync(
      process.execPath,
      ["node_modules/vitest/vitest.mjs", "run", "--maxWorkers=1", ...files],
      { cwd: root, env: { ...process.env, FULL_SIZES: report }, stdio: ["ignore", 2, 2] },
    );
    if (status !== 0) throw new Error("A test at full size failed; what it said stands above.");
    const lines = readFileSync(report, "utf8").trim().split("\n");
    return lines.map((line) => JSON.parse(line) as Row);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
