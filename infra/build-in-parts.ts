import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BuildOptions, build, context, type Metafile, type Plugin } from "esbuild";

/** How we build every bundle, whatever its format. */
export type BundleOptions = Required<
  Pick<
    BuildOptions,
    | "alias"
    | "absWorkingDir"
    | "bundle"
    | "external"
    | "legalComments"
    | "logLevel"
    | "mainFields"
    | "minify"
    | "platform"
    | "plugins"
    | "target"
  >
> & { sourcemap: "external" | false };

/** Bundles functions in parts, one after the other, so that shared sources are parsed only once. */
export interface PartsBuilder {
  /** Puts what is loaded with `import()` into files beside `index.js`; shared code appears once. */
  build(entry: string, outdir: string): Promise<Metafile>;
  /** Frees what one build keeps for the next. */
  end(): Promise<void>;
}

const ENTRY = "the-entry-of-this-build";

/** @param options how bundles are made */
export async function startPartsBuilder(options: BundleOptions): Promise<PartsBuilder> {
  const folder = await mkdtemp(join(tmpdir(), "parts-"));
  let current = "";
  const entryOfBuild: Plugin = {
    name: "entry-of-build",
    setup({ onResolve }) {
      onResolve({ filter: new RegExp(`^${ENTRY}$`) }, () => ({ path: current }));
    },
  };
  const splitting = await context({
    ...options,
    plugins: [entryOfBuild, ...options.plugins],
    entryPoints: { index: ENTRY },
    outdir: folder,
    format: "esm",
    splitting: true,
    chunkNames: "part-[hash]",
    sourcemap: options.sourcemap && "inline",
    metafile: true,
  });
  return {
    build: async (entry, outdir) => {
      current = entry;
      const { metafile } = await splitting.rebuild();
      const files = Object.keys(metafile.outputs).map((file) => join(options.absWorkingDir, file));
      const made = await toCommonJs(files, folder, outdir, options);
      await Promise.all(files.map((file) => rm(file)));
      return { inputs: metafile.inputs, outputs: placed(metafile, made) };
    },
    end: async () => {
      await splitting.dispose();
      await rm(folder, { recursive: true });
    },
  };
}

async function toCommonJs(
  files: string[],
  outbase: string,
  outdir: string,
  options: BundleOptions,
): Promise<Metafile> {
  const { absWorkingDir, minify, platform, target, legalComments, logLevel, sourcemap } = options;
  const { metafile } = await build({
    ...{ absWorkingDir, minify, platform, target, legalComments, logLevel, sourcemap },
    entryPoints: files,
    outdir,
    outbase,
    bundle: false,
    format: "cjs",
    supported: { "dynamic-import": false },
    // A table in the font library has a duplicate key, which bundling a package does not report.
    logOverride: { "duplicate-object-key": "silent" },
    metafile: true,
  });
  return metafile;
}

/** What each file contains and imports after the splitting, with its final name and size. */
function placed(split: Metafile, made: Metafile): Metafile["outputs"] {
  const now = new Map<string, [file: string, bytes: number]>();
  for (const [file, { inputs, bytes }] of Object.entries(made.outputs)) {
    for (const input of Object.keys(inputs)) now.set(input, [file, bytes]);
  }
  const placedAt = (file: string): string => now.get(file)?.[0] ?? file;
  return Object.fromEntries(
    Object.entries(split.outputs).map(([file, output]) => {
      const imports = output.imports.map((one) => ({ ...one, path: placedAt(one.path) }));
      const bytes = now.get(file)?.[1] ?? output.bytes;
      return [placedAt(file), { ...output, imports, bytes }];
    }),
  );
}

/** A bundle's file and the files that it requires when loaded, but not those imported on demand. */
export function filesAtStart({ outputs }: Metafile, file: string): string[] {
  const files = [file];
  for (const each of files) {
    for (const { path, kind, external } of outputs[each]?.imports ?? []) {
      if (kind === "import-statement" && !external && !files.includes(path)) files.push(path);
    }
  }
  return files;
}
