import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { distFolder } from "#infra/dist-folder.ts";
import { startClock } from "#infra/local/clock.ts";
import { startRuntime } from "#infra/local/runtime/runtime.ts";
import { startThread } from "#infra/local/runtime/thread.ts";
import { deployedFunctions } from "#test/support/deployed-functions.ts";

test("an instance that ends between two calls is reported, and the next call gets another", async () => {
  await deployedFunctions();
  const dist = mkdtempSync(join(tmpdir(), "runtime-"));
  onTestFinished(() => rmSync(dist, { recursive: true, force: true }));
  copyFileSync(join(distFolder, "worker.js"), join(dist, "worker.js"));
  mkdirSync(join(dist, "getHealth"));
  const late = "setTimeout(() => { throw new Error('too late'); }, 20);";
  writeFileSync(
    join(dist, "getHealth", "index.js"),
    `exports.handler = async (event) => { if (event.isLast) ${late} return "served"; };`,
  );
  let said: (line: string) => void = () => {};
  const line = new Promise<string>((resolve) => {
    said = resolve;
  });
  const runtime = startRuntime({
    dist,
    clock: startClock(),
    environmentOf: () => ({}),
    startInstance: startThread,
    onLine: (text) => said(text),
  });
  onTestFinished(() => runtime.close());
  expect(await runtime.invoke("getHealth", { isLast: true })).toBe("served");
  expect(JSON.parse(await line)).toMatchObject({
    event: "local_run",
    message:
      "An instance of getHealth has ended between two calls (too late); the next call starts another.",
  });
  expect(await runtime.invoke("getHealth", {})).toBe("served");
});
