import { existsSync, globSync, statSync } from "node:fs";
import { buildFunctions } from "#infra/build.ts";
import { distFolder } from "#infra/dist-folder.ts";
import { findBrowser } from "./find-browser.ts";

/** Unless the bundles are newer than every source; the browser is unpacked once for all. */
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
