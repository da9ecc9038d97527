import { existsSync, globSync, statSync } from "node:fs";
import { buildFunctions } from "#infra/build.ts";
import { distFolder } from "#infra/dist-folder.ts";

/** Builds the bundles the tests run, unless they are newer than every source. */
export async function setup(): Promise<void> {
  const stamp = `${distFolder}/package.json`;
  const builtAt = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
  const sources = globSync("{functions,shared,infra}/**/*.{ts,tsx,json,css,html,js,mjs}");
  const isStale = [...sources, "package-lock.json"].some(
    (file) => statSync(file).mtimeMs > builtAt,
  );
  if (isStale) await buildFunctions();
}
