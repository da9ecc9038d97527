import { mkdir, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { bundleOptions } from "#infra/build.ts";
import { writeCertificateFiles, writeDrawingFiles } from "#infra/certificate-files.ts";
import { writeConsoleFiles } from "#infra/console-files.ts";
import { writeDocsFiles } from "#infra/docs-files.ts";
import { functionUnits } from "#infra/functions.ts";

/*
 * All functions in two files, for test systems that run them in one thread (one-bundle.ts):
 * `common.js` is loaded once in a process, `functions.js` for each instance of a function. Modules
 * are loaded when first asked for, as `exports.modules` and `exports.functions` do.
 */

/** Modules without a state of their own: libraries, the domain, the contract. */
const common = /^(?:[^#./]|#shared\/(?:domain|routes|html)\/)/;
const ofNode: ReadonlySet<string> = new Set(builtinModules);

const isCommon = (path: string): boolean =>
  common.test(path) && !/^(?:node|virtual):/.test(path) && !ofNode.has(path);

const options: BuildOptions = {
  ...bundleOptions,
  // Nobody waits for a cold start here, and the build is quicker without this plugin.
  plugins: bundleOptions.plugins.filter(({ name }) => name !== "function-expressions"),
  minify: false,
  format: "cjs",
  supported: { "dynamic-import": false },
};

/**
 * Writes both files and what functions read beside them. A process that has loaded earlier files keeps
 * using those.
 * @param units the functions in the bundle; by default all
 */
export async function writeOneBundle(folder: string, units = functionUnits): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all([
    writeDocsFiles(folder),
    writeConsoleFiles(folder),
    writeCertificateFiles(folder),
  ]);
  const asked = new Set<string>();
  const entries = units.map(({ id, entry }) => [id, entry] as const);
  const functions = await bundled("functions", entries, commonApart(asked));
  await writeFile(`${folder}/functions.js`, withModulesAsTheyAre(functions));
  const modules = [...asked].toSorted().map((path) => [`common:${path}`, path] as const);
  // pdfkit looks for its colour profile beside itself.
  await writeDrawingFiles(folder);
  await writeFile(`${folder}/common.js`, await bundled("modules", modules, importedByEntry));
}

/** `exports[name]` contains a function that loads each module, by its name. */
async function bundled(
  name: string,
  modules: readonly (readonly [name: string, path: string])[],
  plugin: Plugin,
): Promise<string> {
  const loads = modules.map(
    ([id, path]) => `${JSON.stringify(id)}: () => require(${JSON.stringify(path)})`,
  );
  const { outputFiles } = await build({
    ...options,
    plugins: [plugin, clientsUnsigned, ...(options.plugins ?? [])],
    stdin: { contents: `exports.${name} = {${loads}};`, resolveDir: bundleOptions.absWorkingDir },
    write: false,
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error(`esbuild made no ${name}.`);
  return file.text;
}

/** Leaves the common modules out of the functions' file, and notes which of them it requests. */
const commonApart = (asked: Set<string>): Plugin => ({
  name: "common-apart",
  setup({ onResolve }) {
    onResolve({ filter: common }, ({ path, namespace }) => {
      if (namespace !== "file" || !isCommon(path)) return undefined;
      asked.add(path);
      return { path: `common:${path}`, external: true };
    });
  },
});

const unsigned = fileURLToPath(new URL("./unsigned.ts", import.meta.url));

/** Replaces what AWS's clients sign with. All other signers still sign. */
const clientsUnsigned: Plugin = {
  name: "clients-unsigned",
  setup({ onResolve }) {
    onResolve({ filter: /^@smithy\/signature-v4$/ }, ({ importer }) =>
      /[\\/]@aws-sdk[\\/]core[\\/]/.test(importer) ? { path: unsigned } : undefined,
    );
  },
};

/** Some packages can only be imported, but the entry must require them, to load each on demand. */
const importedByEntry: Plugin = {
  name: "imported-by-entry",
  setup({ onResolve, resolve }) {
    onResolve({ filter: /.*/ }, ({ path, kind, importer, resolveDir }) =>
      kind === "require-call" && importer === "<stdin>"
        ? resolve(path, { kind: "import-statement", resolveDir })
        : undefined,
    );
  },
};

/**
 * Gives each instance a module of `common.js` as it is. Otherwise esbuild would take it for CommonJS,
 * with the whole of it as default, and copy all its exports for every import of every instance.
 */
function withModulesAsTheyAre(text: string): string {
  const copies = "var __toESM = (mod, isNodeMode, target) => (";
  const asNode = "isNodeMode || !mod || !mod.__esModule";
  if (!text.includes(copies) || !text.includes(asNode))
    throw new Error("esbuild reads modules that were left out otherwise.");
  return text.replace(
    copies,
    "var __toESM = (mod, isNodeMode, target) => mod?.__esModule ? mod : (",
  );
}
