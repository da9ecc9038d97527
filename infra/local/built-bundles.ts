import { existsSync } from "node:fs";
import { join } from "node:path";
import { distFolder } from "#infra/dist-folder.ts";
import { functionUnits } from "#infra/functions.ts";

/**
 * The folder of the bundles that an earlier `npm test` or synthesis left there.
 * @throws Error with one sentence if any function is missing
 */
export function builtBundles(folder = distFolder): string {
  const files = ["worker.js", ...functionUnits.map(({ id }) => join(id, "index.js"))];
  const missing = files.filter((file) => !existsSync(join(folder, file)));
  if (missing.length === 0) return folder;
  const what =
    missing.length === files.length ? "it holds none" : `${missing[0]} is missing, among others`;
  throw new Error(
    `COUNTERSIGN_SKIP_BUILD=1 runs the functions that are built in ${folder}, but ${what}; leave the setting out, and the run builds its own.`,
  );
}
