import { readFile } from "node:fs/promises";
import { type OnLoadResult, type Plugin, transform } from "esbuild";

/*
 * Keeps bundles quick to load, without touching the internals of any library, by leaving out packages
 * and by changing the form of functions. Savings are medians of interleaved rounds of a first answer
 * with a read of the table.
 */

/**
 * Packages that libraries import only for features that no function uses. They stay out of every
 * bundle: credential sources other than Lambda's environment (130 KB, 14 ms), and event streams (20 KB,
 * 5 ms), which none of our services sends. Lambda has its own copy of them.
 */
export const neverLoaded: readonly string[] = [
  "@aws-sdk/credential-provider-http",
  "@aws-sdk/credential-provider-ini",
  "@aws-sdk/credential-provider-process",
  "@aws-sdk/credential-provider-sso",
  "@aws-sdk/credential-provider-web-identity",
  "@smithy/core/event-streams",
  "@smithy/credential-provider-imds",
];

/**
 * Modules that a library loads at once but does not need for anything we ask of it: Brotli's
 * dictionary, with which fontkit reads WOFF2 fonts (490 KB of each function that draws certificates,
 * whose fonts are TrueType), and the cache of the SDK's endpoint discovery, which its settings turn off
 * (8 KB of each).
 */
const leftEmpty = /^(?:brotli\/decompress\.js|mnemonist\/lru-cache(?:\.js)?)$/;

export const emptyModules: Plugin = {
  name: "empty-modules",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: leftEmpty }, ({ path }) => ({ path, namespace: "left-empty" }));
    onLoad({ filter: /.*/, namespace: "left-empty" }, () => ({
      contents: "module.exports = class {};",
    }));
  },
};

/** What functions and libraries import of Node's promises of files. */
const ofFiles: readonly string[] = ["mkdtemp", "readFile", "rm", "writeFile"];

/**
 * Loads Node's promises of files only when a file is read or written (saves 1 ms). The SDK imports them
 * for profiles and tokens, which a function does not have.
 */
export const filesOnDemand: Plugin = {
  name: "files-on-demand",
  setup({ onResolve, onLoad }) {
    const namespace = "files-on-demand";
    onResolve({ filter: /^(?:node:)?fs\/promises$/ }, ({ path }) => ({ path, namespace }));
    const functions = ofFiles.map(
      (name) => `export function ${name}(...given) { return fs.promises.${name}(...given); }`,
    );
    onLoad({ filter: /.*/, namespace }, () => ({
      contents: ['import * as fs from "node:fs";', ...functions].join("\n"),
    }));
  },
};

/** esbuild 0.28 rewrites these wrongly inside arrow functions, so we leave their files alone. */
const staysArrow = /\b(?:class|super|new\.target)\b/;

/**
 * Rewrites arrow functions as function expressions (saves 5 ms). When V8 loads a bundle, it only
 * pre-parses function expressions but builds the full syntax tree of an arrow function. We rewrite file
 * by file, because esbuild breaks `this` in class fields when it rewrites a whole bundle (`supported`).
 */
export const functionExpressions: Plugin = {
  name: "function-expressions",
  setup({ onLoad, initialOptions }) {
    const hasMaps = Boolean(initialOptions.sourcemap);
    // A build in parts asks for a file once per function that has it, so each is read only once.
    const known = new Map<string, Promise<OnLoadResult | undefined>>();
    onLoad({ filter: /\.(?:js|mjs|ts)$/, namespace: "file" }, ({ path }) => {
      const rewritten = known.get(path) ?? rewrite(path, hasMaps);
      known.set(path, rewritten);
      return rewritten;
    });
  },
};

/**
 * Reduces an SDK client's package.json to the version, with which the client identifies itself (saves 2
 * KB for each client that a function has).
 */
export const versionsOnly: Plugin = {
  name: "versions-only",
  setup({ onLoad }) {
    onLoad({ filter: /@aws-sdk\/client-[\w-]+\/package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, "utf8")) as { version: string };
      return { contents: JSON.stringify({ version }), loader: "json" };
    });
  },
};

/** @returns nothing if the file stays as it is */
async function rewrite(path: string, hasMaps: boolean): Promise<OnLoadResult | undefined> {
  const source = await readFile(path, "utf8");
  if (!source.includes("=>") || staysArrow.test(source)) return undefined;
  const { code } = await transform(source, {
    loader: path.endsWith(".ts") ? "ts" : "js",
    target: "node24",
    supported: { arrow: false },
    sourcefile: path,
    sourcemap: hasMaps && "inline",
  });
  return { contents: code, loader: "js" };
}
