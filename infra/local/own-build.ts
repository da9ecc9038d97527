import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stop } from "esbuild";
import { buildFunctions } from "#infra/build.ts";
import { needFreeDiskSpace, remedyOf } from "./free-disk-space.ts";
import { isOtherProcess } from "./other-process.ts";

const cache = fileURLToPath(new URL("../../node_modules/.cache", import.meta.url));
/** Enough for one build beside the one that it will replace. */
const FREE_MB = 80;
const PREFIX = "countersign-run-";

/**
 * Builds the functions for this run alone, so that another run of the same clone, a test or a
 * deployment never removes the bundles while this run uses them. The folder is removed when the process
 * ends; the folders of killed runs are removed now.
 * @returns the folder that contains the functions
 * @throws Error with one sentence if the folder cannot be written
 */
export async function buildForThisRun(): Promise<string> {
  const folder = join(cache, `${PREFIX}${process.pid}`);
  try {
    mkdirSync(cache, { recursive: true });
    for (const name of readdirSync(cache)) if (isLeftBehind(name)) remove(join(cache, name));
    process.once("exit", () => remove(folder));
    needFreeDiskSpace(cache, FREE_MB, "");
    await buildFunctions(folder);
    // Otherwise its service would run beside the system to the end.
    await stop();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // esbuild gives no code, but its text contains the system's message.
    const remedy = remedyOf(code ?? message);
    if (code === undefined && remedy === null) throw error;
    throw new Error(
      `The functions cannot be built in ${cache}${code === undefined ? "" : ` (${code})`}; ${remedy ?? "make it a folder that this user may write to"}.`,
    );
  }
  return folder;
}

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true });

const isLeftBehind = (name: string): boolean =>
  name.startsWith(PREFIX) && !isOtherProcess(name.slice(PREFIX.length));
