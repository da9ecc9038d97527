import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

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
export function setup(): () => void {
  const before = NAMES.map((name) => [name, process.env[name]] as const);
  users += 1;
  root ??= mkdtempSync(join(tmpdir(), PREFIX));
  for (const name of NAMES) process.env[name] = root;
  return () => {
    users -= 1;
    if (users > 0 || root === null) return;
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    if (existsSync(root)) throw new Error(`The tests left ${root} behind.`);
    root = null;
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}
