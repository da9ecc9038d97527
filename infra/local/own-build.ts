import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stop } from "esbuild";
import { buildFunctions } from "#infra/build.ts";
import { needFreeDiskSpace, remedyOf } from "./free-disk-space.ts";
import { isOtherProcess } from "./other-process.ts";

const cache = fileURLToPath(new URL("../../node_modules/.cache", import.meta.url));
/** Enough for one build beside the one that it replaces. */
const FREE_MB = 80;
const PREFIX = "countersign-run-";

/**
 * Builds the functions for this run alone, so that another run of the same clone, a test or a
 * deployment never pulls the bundles from under it. The folder goes with the process; what a run
 * that was killed has left goes now.
 * @returns the folder that the functions are in
 * @throws Error with one sentence for a folder that cannot be written
 */
export async function buildForThisRun(): Promise<string> {
  const folder = join(cache, `${PREFIX}${process.pid}`);
  try {
    mkdirSync(cache, { recursive: true });
    for (const name of readdirSync(cache)) if (isLeftBehind(name)) remove(join(cache, name));
    process.once("exit", () => remove(folder));
    needFreeDiskSpace(cache, FREE_MB, "");
    await buildFunctions(folder);
    // Its service would run beside the system to the end.
    await stop();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // esbuild gives no code: its text says what the system said.
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
