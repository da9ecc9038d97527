import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildFunctions } from "#infra/build.ts";

const cache = fileURLToPath(new URL("../../node_modules/.cache", import.meta.url));
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
    await buildFunctions(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new Error(
      `The functions cannot be built in ${cache} (${code}); make room or give this user the right to write there.`,
    );
  }
  return folder;
}

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true });

function isLeftBehind(name: string): boolean {
  if (!name.startsWith(PREFIX)) return false;
  const pid = Number(name.slice(PREFIX.length));
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return pid === process.pid;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
