import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

export const PREFIX = "countersign-tests-";

/** The variables that name the system's temporary folder, on all platforms. */
const NAMES = ["TMPDIR", "TMP", "TEMP"] as const;

let root: string | null = null;
let users = 0;

/**
 * Gives the whole run its own temporary folder, for the tests and every process they start, so that
 * nothing is left behind, whatever fails. Every project of vitest.config.ts calls it; the last
 * teardown removes the folder.
 */
export function setup(): () => Promise<void> {
  const before = NAMES.map((name) => [name, process.env[name]] as const);
  users += 1;
  root ??= mkdtempSync(join(tmpdir(), PREFIX));
  for (const name of NAMES) process.env[name] = root;
  return async () => {
    users -= 1;
    if (users > 0 || root === null) return;
    await remove(root);
    root = null;
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

/** Retries, because the test processes and their browsers may still be ending and writing. */
async function remove(folder: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    if (!existsSync(folder)) return;
    await wait(50);
  }
  throw new Error(`The tests left ${folder} behind.`);
}
