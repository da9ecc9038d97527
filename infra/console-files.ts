import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";
import { areaOf } from "#functions/console/app/shell/areas.ts";
import { isForReaders } from "#shared/routes/contract/route.ts";
import { needsToken } from "#shared/routes/contract/route-errors.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { inlineText } from "./browser-text.ts";
import { guideFiles } from "./docs-files.ts";
import { madeModules } from "./made-modules.ts";
import { verifierDigest } from "./verifier.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const app = "functions/console/app";
const entry = `${app}/main.tsx`;

const types: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

/** The exports of the module `virtual:console`: the files' names, and the page's first script. */
export async function consoleFiles() {
  const { files, metafile } = await builtFiles();
  return {
    files: files.map(({ name, type }) => ({ name, type })),
    ...firstLoad(metafile),
    start: await startScript(),
  };
}

/** Writes the files next to the function, which reads them on demand: its bundle lacks them. */
export async function writeConsoleFiles(outdir: string): Promise<void> {
  await mkdir(`${outdir}/openConsole/files`, { recursive: true });
  for (const { name, bytes } of (await builtFiles()).files) {
    await writeFile(`${outdir}/openConsole/files/${name}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

/**
 * The console's script (an entry plus chunks that load when an area is first opened) and its style
 * sheet, minified, each under a content-hashed name.
 */
async function builtFiles() {
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
    plugins: [
      madeModules({
        operations: ["json", operations],
        guide: ["json", async () => (await guideFiles()).found],
        "verifier-digest": ["text", verifierDigest],
      }),
    ],
  });
  const files = outputFiles
    .map(({ path, contents }) => ({
      name: basename(path),
      type: types[path.split(".").at(-1) ?? ""] ?? "application/octet-stream",
      bytes: contents,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return { files, metafile };
}

/** The inline script for the page's head, and its hash as a content security policy expects it. */
async function startScript() {
  const text = await inlineText(`${root}${app}/start.ts`);
  return { text, hash: `sha256-${createHash("sha256").update(text).digest("base64")}` };
}

/**
 * The names of the files to load first: the page's script and style sheet, the chunks that the script
 * imports, and the further chunks that each screen needs.
 */
function firstLoad({ outputs }: Metafile) {
  const fileOf = (source: string): string =>
    Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source)?.[0] ?? "";
  const file = fileOf(entry);
  const preload = importsOf(outputs, file);
  const screens = Object.entries(areaOf).map(([word, area]) => {
    const own = fileOf(`${app}/${area}/area.tsx`);
    const further = [own, ...importsOf(outputs, own)].filter(
      (name) => name !== file && !preload.includes(name),
    );
    return [word, further.map((name) => basename(name))] as const;
  });
  return {
    script: basename(file),
    style: basename(outputs[file]?.cssBundle ?? ""),
    preload: preload.map((name) => basename(name)).sort(),
    screens: Object.fromEntries(screens),
  };
}

/** The files that a file imports statically, directly or indirectly. */
function importsOf(outputs: Metafile["outputs"], file: string): string[] {
  const all = new Set<string>();
  const follow = (name: string): void => {
    for (const { path, kind } of outputs[name]?.imports ?? []) {
      if (kind !== "import-statement" || all.has(path)) continue;
      all.add(path);
      follow(path);
    }
  };
  follow(file);
  return [...all];
}

/** The route table as the browser needs it: without schemas, so that zod stays out of the bundle. */
const operations = () =>
  Object.fromEntries(
    allRoutes
      .filter(needsToken)
      .map((route) => [route.id, [route.method, route.path, route.access, isForReaders(route)]]),
  );
