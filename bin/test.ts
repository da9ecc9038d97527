import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * `npm test`: `npm run check` without its test, then every test, against the real bundles, which the tests build if a
 * source is newer. The last line counts the tests: `N passed, N failed, N skipped`.
 */

const root = fileURLToPath(new URL("..", import.meta.url));
const report = `${root}node_modules/.cache/test-report.json`;

const run = (...command: string[]): boolean =>
  spawnSync(process.execPath, command, { cwd: root, stdio: "inherit" }).status === 0;

const checked = run(`${root}bin/check.ts`, "--without-tests");
rmSync(report, { force: true });
const tested = run(
  `${root}node_modules/vitest/vitest.mjs`,
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${report}`,
  ...process.argv.slice(2),
);
const counts = JSON.parse(readFileSync(report, "utf8")) as Record<string, number>;
const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = counts;
const skipped = numPendingTests + numTodoTests;
console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${skipped} skipped`);
process.exit(checked && tested && numFailedTests === 0 ? 0 : 1);
