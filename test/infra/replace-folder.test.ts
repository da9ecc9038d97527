import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { replaceFolder } from "#infra/replace-folder.ts";

const names = Array.from({ length: 40 }, (_, i) => `operation-${i}`);
const textOf = (version: number) => `${version}`.repeat(50_000);

async function write(folder: string, version: number, more: readonly string[] = []) {
  for (const name of [...names, ...more]) {
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, name, "index.js"), textOf(version));
  }
  await writeFile(join(folder, "package.json"), `${version}`);
}

test("a system running from the folder finds every bundle complete while it is rebuilt", async () => {
  const root = await mkdtemp(join(tmpdir(), "replace-"));
  const [folder, fresh] = [join(root, "dist"), join(root, "dist-building")];
  await write(folder, 1, ["retired"]);
  await writeFile(join(folder, "operation-0", "part-of-1.js"), textOf(1));
  let isDone = false;
  const seen = new Set<string>();
  const reader = (async () => {
    while (!isDone) {
      for (const name of names) seen.add(await readFile(join(folder, name, "index.js"), "utf8"));
    }
  })();
  for (const version of [2, 3]) {
    await write(fresh, version);
    await replaceFolder(folder, fresh);
  }
  isDone = true;
  await reader;
  expect([...seen].every((text) => [1, 2, 3].map(textOf).includes(text))).toBe(true);
  expect(await readFile(join(folder, "package.json"), "utf8")).toBe("3");
  expect((await readdir(folder)).toSorted()).toEqual([...names, "package.json"].toSorted());
  expect(await readdir(join(folder, "operation-0"))).toEqual(["index.js"]);
  await rm(root, { recursive: true });
});
