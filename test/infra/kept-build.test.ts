import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keepBuild, takeKept } from "#infra/kept-build.ts";

/** A project of three sources and its lock file, with a build. */
function project() {
  const root = mkdtempSync(join(tmpdir(), "kept-build-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of [
    "functions",
    "shared",
    "infra",
    "docs",
    "node_modules/.cache",
    "built/getHealth",
  ]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  const write = (file: string, text: string) => writeFileSync(join(root, file), text);
  for (const folder of ["functions", "shared", "infra"]) write(`${folder}/one.ts`, "first");
  write("package-lock.json", "{}");
  write("built/getHealth/index.js", "the first build");
  write("built/sizes.json", "{}");
  const taken = async () => {
    const folder = join(root, "taken");
    const isTaken = await takeKept(folder, root);
    expect(existsSync(folder)).toBe(isTaken);
    const text = isTaken ? readFileSync(join(folder, "getHealth/index.js"), "utf8") : null;
    rmSync(folder, { recursive: true, force: true });
    return text;
  };
  return { root, write, taken, keep: () => keepBuild(join(root, "built"), root) };
}

test("a kept build is reused only for the same sources", async () => {
  const { write, taken, keep } = project();
  expect(await taken()).toBeNull();
  await keep();
  expect(await taken()).toBe("the first build");
  const changes = ["functions/one.ts", "shared/one.ts", "infra/one.ts", "package-lock.json"];
  for (const file of changes) {
    write(file, "second");
    expect([file, await taken()]).toEqual([file, null]);
    write(file, file.endsWith(".json") ? "{}" : "first");
    expect([file, await taken()]).toEqual([file, "the first build"]);
  }
  write("shared/two.ts", "");
  expect(await taken()).toBeNull();
});

test("a newer build replaces the kept one; a folder that took the earlier build keeps its files intact", async () => {
  const { root, write, taken, keep } = project();
  await keep();
  const running = join(root, "running");
  await takeKept(running, root);
  rmSync(join(root, "built/getHealth/index.js"));
  write("built/getHealth/index.js", "the second build");
  write("shared/one.ts", "second");
  await keep();
  expect(await taken()).toBe("the second build");
  expect(readFileSync(join(running, "getHealth/index.js"), "utf8")).toBe("the first build");
  write("shared/one.ts", "first");
  expect(await taken()).toBeNull();
});

test("if a build cannot be kept, the attempt leaves nothing behind", async () => {
  const { root, taken, keep } = project();
  rmSync(join(root, "node_modules/.cache"), { recursive: true });
  await keep();
  expect(await taken()).toBeNull();
});
