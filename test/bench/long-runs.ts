import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Row } from "./row.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Tests that `npm test` runs at a reduced size, those of crashes at the writes only. */
const files = [
  "test/functions/discovery/sourcehost-long-run.test.ts",
  "test/functions/discovery/cloudc-long-run.test.ts",
  "test/functions/sourcehost/redelivery.test.ts",
  "test/functions/log/load.test.ts",
  "test/functions/log/sequence-log.test.ts",
  "test/functions/console/scale.test.ts",
  "test/functions/inventory/decisions.test.ts",
  "test/functions/panels/crash.test.ts",
  "test/functions/panels/panels.test.ts",
  "test/functions/reviews/crash.test.ts",
  "test/functions/reviews/races.test.ts",
];

/** Runs the long tests at full size; a row for each figure they note. */
export async function longRunsRows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "long-runs-"));
  const report = join(folder, "figures.jsonl");
  try {
    const { status } = spawnSync(
      process.execPath,
      ["node_modules/vitest/vitest.mjs", "run", "--maxWorkers=1", ...files],
      { cwd: root, env: { ...process.env, FULL_SIZES: report }, stdio: ["ignore", 2, 2] },
    );
    if (status !== 0) throw new Error("A long test failed; what it said stands above.");
    const lines = readFileSync(report, "utf8").trim().split("\n");
    return lines.map((line) => JSON.parse(line) as Row);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
