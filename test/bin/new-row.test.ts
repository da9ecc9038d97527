import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { copyOfProject } from "#test/support/copy-of-project.ts";
import { sized } from "#test/support/full-size.ts";
import { begin, complete } from "#test/support/newcomer-rows.ts";
import { fillOldSystem } from "#test/support/old-system.ts";

/** What the compiler names, by what was added. What only the whole console names comes last. */
const alone = [
  // An LLM provider.
  "shared/domain/extractors/catalog.ts",
  "shared/domain/extractors/presets.ts",
  "shared/domain/extractors/prices.ts",
  "shared/domain/extractors/providers/adapters.ts",
  "shared/domain/setup/checklist-settings.ts",
  "shared/platform/extractors/extractor-platform.ts",
  "shared/routes/table/extractor-needs.ts",
  // A webhook source.
  "shared/domain/setup/checklist-secrets.ts",
  "shared/domain/setup/webhook-secrets.ts",
  "shared/platform/secrets/webhook-secrets.ts",
  "shared/routes/table/setup-checklist.ts",
  "shared/store/webhook-counters.ts",
  "shared/use-cases/setup/change-channel-secret.ts",
  "shared/use-cases/setup/known-secrets.ts",
  // A rule book.
  "infra/local/rule-books.ts",
  "shared/domain/frameworks/books.ts",
  "test/support/acts.ts",
  // A console screen.
  "functions/console/app/shell/texts.ts",
];
const inConsole = [
  "functions/console/app/extractors/platform.tsx",
  "functions/console/app/shell/app.tsx",
  "functions/console/app/shell/navigation.ts",
];

/** The files of a project in the copy in which the compiler finds faults. */
async function named(copy: string, project: string): Promise<string[]> {
  const compiler = `${copy}/node_modules/typescript/bin/tsc`;
  const given = [compiler, "--noEmit", "--incremental", "false", "--tsBuildInfoFile", "null"];
  const { stdout } = await promisify(execFile)(process.execPath, [...given, "-p", project], {
    cwd: copy,
    maxBuffer: 1e7,
  }).catch((failed: { stdout: string }) => failed);
  const faults = stdout.matchAll(/^([^\s(][^(\n]*)\(\d+,\d+\): error /gm);
  return [...new Set([...faults].map(([, file = ""]) => file))];
}

/** Only among these files, which takes a tenth of the time of all the files that import them. */
function namedAmong(copy: string, files: readonly string[]): Promise<string[]> {
  const project = { extends: "./tsconfig.json", include: ["infra/virtual-modules.d.ts"], files };
  writeFileSync(join(copy, "some.json"), JSON.stringify(project));
  return named(copy, "some.json");
}

test("after the first row of a provider, a webhook source, a rule book and a screen, the compiler names every file that needs a change", async () => {
  const copy = copyOfProject();
  begin(copy);
  expect(await namedAmong(copy, alone)).toEqual(expect.arrayContaining(alone));
  // The bench also compiles the whole project.
  const wholeIsNamed = sized(
    async () =>
      expect([
        ...(await named(copy, ".")),
        ...(await named(copy, "functions/console/app")),
      ]).toEqual(expect.arrayContaining([...alone, ...inConsole])),
    async () => {},
  );
  await wholeIsNamed();
}, 240_000);

test("a new field, audit action, default, provider, webhook source, rule book and screen work on an older system, once everything that the table names is done", async () => {
  const stateDir = mkdtempSync(join(tmpdir(), "old-system-"));
  onTestFinished(() => rmSync(stateDir, { recursive: true, force: true }));
  const old = await fillOldSystem(stateDir);
  const copy = copyOfProject();
  begin(copy);
  complete(copy);
  const isDone = sized(
    async () => expect(await named(copy, ".")).toEqual([]),
    async () => {},
  );
  await isDone();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["test/support/use-newcomers.ts", JSON.stringify(old)],
    { cwd: copy },
  );
  expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).toEqual({
    field: {
      detail: "urgent",
      bundle: "urgent",
      row: "urgent",
      actions: ["counsel.created", "counsel.put_on_leave"],
      failing: [],
      verified: 0,
      old: Array(2).fill({ failing: [], verified: 0, priority: null }),
      altered: 1,
      isDocumented: true,
      days: 21,
    },
    book: { failing: [], verified: 0, approved: 1 },
    provider: { chain: "regional_llm", answers: true },
    webhook: {
      taken: "accepted",
      again: "duplicate",
      refused: "signature_mismatch",
      recorded: ["ticketing.received", "ticketing.rejected"],
      checklist: "provisioned",
    },
    screen: "/admin/console/news: 1",
  });
}, 240_000);
