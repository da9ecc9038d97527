import type { Dirent } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/**
 * Replaces the contents of `folder` with those of `fresh` by moving files. A concurrent reader always
 * finds each file complete, either old or new. Files that are not in `fresh` are removed at the end.
 * @param fresh on the same file system; no files remain in it
 */
export async function replaceFolder(folder: string, fresh: string): Promise<void> {
  const entries = await readdir(fresh, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const pathOf = ({ parentPath, name }: Dirent) => relative(fresh, join(parentPath, name));
  // Deepest first, because a file at the top tells readers that the rest is complete.
  const depth = (path: string) => path.split(sep).length;
  for (const path of files.map(pathOf).toSorted((a, b) => depth(b) - depth(a))) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await rename(join(fresh, path), join(folder, path));
  }
  // A stale file next to a function would be deployed with it.
  const present = new Set(entries.map(pathOf));
  for (const path of await readdir(folder, { recursive: true })) {
    if (!present.has(path)) await rm(join(folder, path), { recursive: true, force: true });
  }
}
