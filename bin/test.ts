import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BUILD_AHEAD } from "#test/support/deployed-functions.ts";

/**
 * `npm test`: runs `npm run check` without its tests, and all tests beside it. Meanwhile it builds the
 * functions if a source is newer. The last line counts the tests: `N passed, N failed, N skipped`.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const report = `${root}node_modules/.cache/test-report.json`;

/** Runs a script and prints its output in one piece, so that two parallel runs stay readable. */
async function run(isShownAtOnce: boolean, ...command: string[]): Promise<boolean> {
  const stdio = isShownAtOnce ? "inherit" : "pipe";
  const child = spawn(process.execPath, command, { cwd: root, stdio });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => said.push(chunk));
  }
  const status = await new Promise((resolve) => child.once("close", resolve));
  process.stdout.write(Buffer.concat(said));
  return status === 0;
}

rmSync(report, { force: true });
const named = process.argv.slice(2);
// A run of all tests needs the functions as they are deployed, so start building them at once.
if (named.length === 0) process.env[BUILD_AHEAD] = "1";
const [checked, tested] = await Promise.all([
  run(false, `${root}bin/check.ts`, "--beside-tests"),
  run(
    true,
    `${root}node_modules/vitest/vitest.mjs`,
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...named,
  ),
]);
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: readonly { status: string; assertionResults: readonly unknown[] }[];
}
const told = JSON.parse(readFileSync(report, "utf8")) as Report;
// A file that could not be read, or that has no test, counts as failed too.
const unread = told.testResults.filter(
  ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
);
// A run with an error that belongs to no test counts as failed too.
const failed = Math.max(told.numFailedTests + unread.length, tested ? 0 : 1);
const skipped = told.numPendingTests + told.numTodoTests;
if (!checked) console.log("npm run check failed; what it found stands above.");
console.log(`${told.numPassedTests} passed, ${failed} failed, ${skipped} skipped`);
process.exit(checked && tested && failed === 0 ? 0 : 1);
