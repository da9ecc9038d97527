import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/**
 * Gives `folder` the contents of `fresh`, by moving its files. A reader in the meantime finds each
 * file whole at every moment, the old one or the new one; files that are not in `fresh` are removed
 * at the end.
 * @param fresh on the same file system; it is left without files
 */
export async function replaceFolder(folder: string, fresh: string): Promise<void> {
  const kept = new Set(await readdir(fresh));
  const paths = await filesIn(fresh);
  // Deepest first: a file at the top signals to readers that the rest is complete.
  const depth = (path: string) => path.split(sep).length;
  for (const path of paths.toSorted((a, b) => depth(b) - depth(a))) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await rename(join(fresh, path), join(folder, path));
  }
  for (const name of await readdir(folder)) {
    if (!kept.has(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
  // A leftover of an earlier version next to a function would be deployed with it.
  const present = new Set(paths);
  for (const path of await filesIn(folder)) {
    if (!present.has(path)) await rm(join(folder, path), { force: true });
  }
}

/** Paths of all files below a folder, seen from there. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}
