import { existsSync, globSync, statSync } from "node:fs";
import { buildFunctions } from "#infra/build.ts";
import { distFolder } from "#infra/dist-folder.ts";
import { findBrowser } from "./find-browser.ts";

/**
 * Builds the bundles the tests run, unless they are newer than every source; beside it the browser is
 * unpacked, which each process would do by itself otherwise. Whoever has none hears of it from a test
 * that needs one.
 */
export async function setup(): Promise<void> {
  await Promise.all([build(), findBrowser().catch(() => null)]);
}

async function build(): Promise<void> {
  const stamp = `${distFolder}/package.json`;
  const builtAt = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
  const sources = globSync("{functions,shared,infra}/**/*.{ts,tsx,json,css,html,js,mjs}");
  const isStale = [...sources, "package-lock.json"].some(
    (file) => statSync(file).mtimeMs > builtAt,
  );
  if (isStale) await buildFunctions();
}
