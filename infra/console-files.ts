import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Metafile, type Plugin } from "esbuild";
import { needsToken } from "#shared/routes/contract/route-errors.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const entry = "functions/console/app/main.tsx";

const types: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

/**
 * The console's script (an entry, and what an area loads when it is first opened) and style sheet,
 * minified, each under a name that holds its hash: what the module `virtual:console` holds.
 */
export async function consoleFiles() {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir: "console",
    bundle: true,
    splitting: true,
    minify: true,
    platform: "browser",
    target: "es2022",
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    legalComments: "none",
    charset: "utf8",
    metafile: true,
    write: false,
    logLevel: "warning",
    plugins: [operations, bundleVerifier],
  });
  const files = outputFiles
    .map(({ path, contents }) => ({
      name: basename(path),
      type: types[path.split(".").at(-1) ?? ""] ?? "application/octet-stream",
      gzip: gzipSync(contents, { level: 9 }).toString("base64"),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return { files, ...firstLoad(metafile) };
}

/** The names of the page's own script and style sheet, and of the chunks the script imports. */
function firstLoad({ outputs }: Metafile) {
  const [file = "", output] =
    Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? [];
  const preload = new Set<string>();
  const follow = (name: string): void => {
    for (const { path, kind } of outputs[name]?.imports ?? []) {
      if (kind !== "import-statement" || preload.has(path)) continue;
      preload.add(path);
      follow(path);
    }
  };
  follow(file);
  return {
    script: basename(file),
    style: basename(output?.cssBundle ?? ""),
    preload: [...preload].map((path) => basename(path)).sort(),
  };
}

/** The route table as the browser needs it: no schemas, so zod stays out of the bundle. */
const operations: Plugin = {
  name: "operations",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^virtual:operations$/ }, () => ({
      path: "operations",
      namespace: "virtual",
    }));
    onLoad({ filter: /^operations$/, namespace: "virtual" }, () => ({
      contents: JSON.stringify(
        Object.fromEntries(
          allRoutes
            .filter(needsToken)
            .map(({ id, method, path, access }) => [id, [method, path, access]]),
        ),
      ),
      loader: "json",
      resolveDir: dirname(`${root}${entry}`),
    }));
  },
};

const VERIFIER_END = "process.exitCode = main();";

/**
 * The offline verifier, word for word, with the console's stand-ins for the little of Node that it
 * uses; its last line, which runs it, becomes an export. Whatever further it may import one day is
 * undefined there until node.ts has it too.
 */
const bundleVerifier: Plugin = {
  name: "bundle-verifier",
  setup({ onResolve, onLoad }) {
    const folder = `${root}functions/console/app/evidence/node`;
    onResolve({ filter: /^virtual:bundle-verifier$/ }, () => ({
      path: "bundle-verifier",
      namespace: "verifier",
    }));
    onLoad({ filter: /^bundle-verifier$/, namespace: "verifier" }, async () => {
      const text = await readFile(`${root}shared/domain/evidence/verify-bundle.mjs`, "utf8");
      if (!text.trimEnd().endsWith(VERIFIER_END)) {
        throw new Error(`The offline verifier does not end with ${VERIFIER_END}`);
      }
      const program = text
        .replace(/^#!.*\n/, "")
        .replace(/import process from "node:process";/, "")
        .replace(/from "node:\w+"/g, 'from "page-node"')
        .replace(VERIFIER_END, "export default main;");
      const globals = 'import { Buffer, console, process } from "page-node";\n';
      return { contents: `${globals}${program}`, loader: "js", resolveDir: folder };
    });
    onResolve({ filter: /^page-node$/ }, () => ({ path: "page-node", namespace: "verifier" }));
    onLoad({ filter: /^page-node$/, namespace: "verifier" }, () => ({
      contents: 'module.exports = require("./node.ts");',
      loader: "js",
      resolveDir: folder,
    }));
  },
};
