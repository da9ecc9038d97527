import { execFile } from "node:child_process";
import { globSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { distFolder } from "#infra/dist-folder.ts";
import { writeOneBundle } from "#test/support/runtime/write-one-bundle.ts";
import { BUILD_AHEAD, BUILT_AT } from "./deployed-functions.ts";
import { findBrowser } from "./find-browser.ts";
import { oneBundleFolder } from "./one-bundle-folder.ts";

const build = fileURLToPath(new URL("./build-functions.ts", import.meta.url));

/**
 * Before all tests: makes one bundle of all functions, unless it is newer than every source, and finds
 * the browser. Building the functions as they are deployed takes ten times as long. A process of its
 * own does that while other tests run, once a test asks for them, or at once if all tests run.
 */
export async function setup(): Promise<() => void> {
  await Promise.all([
    isOlder(`${oneBundleFolder}/common.js`) ? writeOneBundle(oneBundleFolder) : null,
    findBrowser().catch(() => null),
  ]);
  let built = process.env[BUILD_AHEAD] === "1" ? buildFunctions() : undefined;
  const server = createServer(async (_, response) => {
    built ??= buildFunctions();
    const fault = await built;
    response.writeHead(fault === "" ? 200 : 500).end(fault);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  process.env[BUILT_AT] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return () => server.close();
}

/** @returns what went wrong, or an empty text */
async function buildFunctions(): Promise<string> {
  if (!isOlder(`${distFolder}/package.json`)) return "";
  return promisify(execFile)(process.execPath, [build]).then(() => "", String);
}

const sources = "{functions,shared,infra,test/support/runtime}/**/*.{ts,tsx,json,css,html,js,mjs}";

/** Whether a file is missing, or a source was changed after it. */
function isOlder(file: string): boolean {
  const changedAt = [...globSync(sources), "package-lock.json"].map(timeOf);
  return timeOf(file) < Math.max(...changedAt);
}

/** When a file was written; 0 if there is none. */
const timeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
