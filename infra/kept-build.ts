import { createHash } from "node:crypto";
import { link, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { builtVersion } from "./built-version.ts";

/*
 * We keep the newest build under a digest of everything that it was made from, so that a start, a test
 * or a bench of the same sources need not build again. A build takes most of a minute of processor
 * time.
 */

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PREFIX = "functions-";

const cacheOf = (root: string): string => join(root, "node_modules/.cache");

/**
 * Puts the kept build of these sources into a new folder, as links to its files, which nobody writes
 * to.
 * @returns false if there is no such build; then there is no folder either
 */
export async function takeKept(folder: string, root = ROOT): Promise<boolean> {
  try {
    await linkFolder(join(cacheOf(root), await nameOf(root)), folder);
    return true;
  } catch (error) {
    // There is no build, another process is just removing it, or the file system has no links.
    if (!("code" in (error as object))) throw error;
    await rm(folder, { recursive: true, force: true });
    return false;
  }
}

/** Keeps a build in place of earlier ones. If that fails, it is made again when it is needed. */
export async function keepBuild(folder: string, root = ROOT): Promise<void> {
  const cache = cacheOf(root);
  const name = await nameOf(root);
  const fresh = join(cache, `${PREFIX}new-${process.pid}`);
  try {
    await linkFolder(folder, fresh);
    await rename(fresh, join(cache, name));
  } catch {
    await rm(fresh, { recursive: true, force: true });
    return;
  }
  for (const other of await readdir(cache)) {
    if (!other.startsWith(PREFIX) || other.startsWith(`${PREFIX}new-`) || other === name) continue;
    await rm(join(cache, other), { recursive: true, force: true });
  }
}

/** The digest of every source, of the packages, and of the version that goes into the build. */
async function nameOf(root: string): Promise<string> {
  const folders = ["functions", "shared", "infra"];
  const listed = await Promise.all(folders.map((folder) => filesIn(join(root, folder))));
  const docs = (await filesIn(join(root, "docs"))).filter((file) => file.endsWith(".md"));
  const all = [...listed.flat(), ...docs, ...(await filesIn(root, false))].toSorted();
  const hash = createHash("sha256").update(JSON.stringify([builtVersion(), process.version]));
  for (const file of all) {
    const digest = createHash("sha256")
      .update(await readFile(file))
      .digest("hex");
    hash.update(`\n${relative(root, file)} ${digest}`);
  }
  return `${PREFIX}${hash.digest("hex").slice(0, 32)}`;
}

/** All files below a folder; in the project's root, only package and TypeScript configuration. */
async function filesIn(folder: string, isDeep = true): Promise<string[]> {
  const entries = await readdir(folder, { recursive: isDeep, withFileTypes: true });
  return entries
    .filter(
      (entry) => entry.isFile() && (isDeep || /^(package|tsconfig).*\.json$/.test(entry.name)),
    )
    .map(({ parentPath, name }) => join(parentPath, name));
}

async function linkFolder(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkFolder(source, target);
    else await link(source, target);
  }
}
