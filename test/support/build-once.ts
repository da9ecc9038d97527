import { globSync, statSync } from "node:fs";
import { buildFunctions } from "#infra/build.ts";
import { distFolder } from "#infra/dist-folder.ts";
import { writeOneBundle } from "#infra/one-bundle.ts";
import { findBrowser } from "./find-browser.ts";
import { oneBundleFolder } from "./one-bundle-folder.ts";

/** Unless the bundles are newer than every source; the browser is unpacked once for all. */
export async function setup(): Promise<void> {
  await Promise.all([build(), findBrowser().catch(() => null)]);
}

async function build(): Promise<void> {
  const sources = globSync("{functions,shared,infra}/**/*.{ts,tsx,json,css,html,js,mjs}");
  const changedAt = Math.max(...[...sources, "package-lock.json"].map(timeOf));
  if (timeOf(`${distFolder}/package.json`) < changedAt) await buildFunctions();
  if (timeOf(`${oneBundleFolder}/common.js`) < changedAt) await writeOneBundle(oneBundleFolder);
}

/** When a file was written; 0 if there is none. */
const timeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
