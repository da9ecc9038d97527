import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/**
 * Replaces the contents of `folder` with those of `fresh`, by moving files. A concurrent reader
 * always finds each file complete, either old or new; files that are not in `fresh` are removed at
 * the end.
 * @param fresh on the same file system; no files remain in it
 */
export async function replaceFolder(folder: string, fresh: string): Promise<void> {
  const kept = new Set(await readdir(fresh));
  const paths = await filesIn(fresh);
  // Deepest first: a file at the top tells readers that the rest is complete.
  const depth = (path: string) => path.split(sep).length;
  for (const path of paths.toSorted((a, b) => depth(b) - depth(a))) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await rename(join(fresh, path), join(folder, path));
  }
  for (const name of await readdir(folder)) {
    if (!kept.has(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
  // A stale file next to a function would be deployed with it.
  const present = new Set(paths);
  for (const path of await filesIn(folder)) {
    if (!present.has(path)) await rm(join(folder, path), { force: true });
  }
}

/** Paths of all files below a folder, relative to it. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}
