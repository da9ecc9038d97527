import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { replaceFile } from "#infra/local/write-file.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "write-file-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("simultaneous writes of one file all succeed, and the last one stays", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "kept.json");
  const texts = Array.from({ length: 50 }, (_, n) => String(n).repeat(n * 500));
  await Promise.all(texts.map((text) => replaceFile(file, text)));
  expect(readFileSync(file, "utf8")).toBe(texts.at(-1));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["kept.json"]);
});

test("a write that fails leaves nothing behind and does not hold up the next one", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "inner", "kept.json");
  const wrong = replaceFile(join(file, "below"), "first");
  await wrong;
  // The path is a folder now: it cannot be replaced by a file.
  await expect(replaceFile(file, "second")).rejects.toThrow(/EISDIR|EEXIST|ENOTEMPTY/);
  rmSync(file, { recursive: true });
  await replaceFile(file, "third");
  expect(readFileSync(file, "utf8")).toBe("third");
  expect(readdirSync(join(folder, "inner"))).toEqual(["kept.json"]);
});
