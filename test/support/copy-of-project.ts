import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A copy of the project that a test can change, build and run. It is removed after the test. */
export function copyOfProject(): string {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), "copy-")));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  const parts = ["bin", "docs", "functions", "infra", "shared", "test/support", "cdk.json"];
  for (const part of [...parts, "package.json", "tsconfig.json"]) {
    cpSync(part, join(copy, part), { recursive: true });
  }
  symlinkSync(realpathSync("node_modules"), join(copy, "node_modules"));
  return copy;
}
