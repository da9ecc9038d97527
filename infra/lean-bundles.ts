import { readFile } from "node:fs/promises";
import { type Plugin, transform } from "esbuild";

/*
 * What bundles leave out, by name of a package, of a global or of a built-in: no inside of a
 * library is touched. Savings are medians of interleaved rounds of a first answer with a read of
 * the table.
 */

/**
 * Packages that libraries import only for features that no function uses, and that stay out of
 * every bundle: credential sources other than Lambda's environment (130 KB, 14 ms), and event
 * streams (20 KB, 5 ms), which none of our services sends. Lambda has its own copy of them.
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
 * Globals that a bundle takes for absent. The SDK asks of every body whether it is one of these,
 * and the question alone makes Node load all of its web streams (1 ms). Bodies of ours are text or
 * bytes.
 */
export const absentGlobals = { Blob: "undefined", ReadableStream: "undefined" };

/**
 * Loads `node:fs/promises`, with all of node:readline behind it, when a library first reads a file
 * (1 ms): the SDK imports it for configuration files, which a function does not have.
 */
export const fileAccessOnDemand: Plugin = {
  name: "file-access-on-demand",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:fs\/promises$/ }, ({ importer, namespace }) =>
      namespace === "file" && importer.includes("node_modules")
        ? { path: "fs/promises", namespace: "on-demand" }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: "on-demand" }, () => ({
      contents: `export const readFile = (...args) => require("node:fs/promises").readFile(...args);`,
    }));
  },
};

/** What esbuild moves wrongly when it is in an arrow function: such files stay as they are. */
const staysArrow = /\b(?:class|super|new\.target)\b/;

/**
 * Writes arrow functions as function expressions: V8 only skims those when it loads a bundle, and
 * builds the whole tree of an arrow function (5 ms). esbuild does it file by file; done for the
 * whole bundle (`supported`) it would break `this` in class fields.
 */
export const functionExpressions: Plugin = {
  name: "function-expressions",
  setup({ onLoad, initialOptions }) {
    const hasMaps = Boolean(initialOptions.sourcemap);
    onLoad({ filter: /\.(?:js|mjs|ts)$/, namespace: "file" }, async ({ path }) => {
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
    });
  },
};
