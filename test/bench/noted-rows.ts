import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Row } from "./row.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Names of test files by their folder below test. */
type Tests = Readonly<Record<string, readonly string[]>>;

/** Tests that every test run makes in a small size. */
const longRuns: Tests = {
  functions: ["every-route", "crowds"],
  "functions/discovery": ["sourcehost-long-run", "cloudc-long-run"],
  "functions/inventory": ["decisions", "export"],
  "functions/log": ["load", "sequence-log"],
  "functions/panels": ["crash", "panels"],
  "functions/reviews": ["crash", "races"],
  "functions/rooms": ["crash", "scope"],
  "functions/sourcehost": ["redelivery"],
  bin: ["new-row"],
  infra: ["bundles"],
  "shared/domain": [
    "discovery/cloudc/walk",
    "extractors/failure-table",
    "issuer/rotation",
    "log/merkle",
    "text/written",
  ],
  "shared/store": ["bus-claims"],
};

/** Tests that try a sample in every test run, and here everything. */
const sweeps: Tests = {
  "functions/console": [
    "estate",
    "inventory",
    "legal-work",
    "overview",
    "safety",
    "serving",
    "sign-in",
    "tenant-tasks",
    "verify",
  ],
  "functions/console/tasks": ["counsel", "half-year", "tasks"],
  "functions/clearance": ["verify-statement"],
  "functions/counsel": ["assertion-mutations"],
  "functions/courier": ["crash", "outbox-page"],
  "functions/discovery": ["full-run-crash", "schedule", "worker"],
  "functions/eventbus": [
    "bus-races",
    "eventbus-flow",
    "provision-eventbus",
    "receive-eventbus-webhook",
  ],
  "functions/evidence": ["certificate", "certificate-stamp", "coverage-months"],
  "functions/frameworks": ["rules", "wording-property"],
  "functions/inventory": ["mcp"],
  "functions/issuer": ["clients"],
  "functions/reviews/page": ["access", "deciding", "draft", "going-through", "journey"],
  functions: ["lapsed", "languages", "passing-on", "passkey", "print", "states"].map(
    (name) => `reviews/page/${name}`,
  ),
  "functions/rooms/page": ["file", "safety", "serving", "visit"],
  "functions/service": ["origin", "page/docs"],
  "functions/setup": ["crash"],
  "functions/sourcehost": ["crash", "examples", "receiver"],
  "functions/webhooks": ["crash"],
  bin: ["audit-log", "demo", "restore-drill-sabotage", "restore-drill"],
  infra: ["aws", "local/gateway", "local/sample"],
  shared: ["regular-expressions"],
};

const filesOf = (tests: Tests): string[] =>
  Object.entries(tests).flatMap(([folder, names]) =>
    names.map((name) => `test/${folder}/${name}.test.ts`),
  );

export const fuzzRows = async (): Promise<Row[]> => notedRows(["test/functions/fuzz.full.ts"]);
export const screensRows = async (): Promise<Row[]> =>
  notedRows(["test/functions/console/scale.test.ts"]);
export const longRunsRows = async (): Promise<Row[]> => notedRows(filesOf(longRuns));
export const sweepsRows = async (): Promise<Row[]> => notedRows(filesOf(sweeps));

/**
 * Runs test files at full size (test/support/full-size.ts); a row for each figure they note.
 * @throws Error when a test fails
 */
export function notedRows(files: readonly string[]): Row[] {
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
