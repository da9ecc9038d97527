import { readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Metafile, transform } from "esbuild";
import { openapiDocument } from "#shared/routes/contract/openapi.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { type BundleOptions, filesAtStart, startPartsBuilder } from "./build-in-parts.ts";
import { builtVersion } from "./built-version.ts";
import { certificateDrawers, writeCertificateFiles } from "./certificate-files.ts";
import { clearanceCheckText } from "./clearance-check.ts";
import { consoleFiles, writeConsoleFiles } from "./console-files.ts";
import { counselPageText } from "./counsel-page.ts";
import { distFolder } from "./dist-folder.ts";
import { docsFiles, writeDocsFiles } from "./docs-files.ts";
import { type FunctionUnit, functionUnits } from "./functions.ts";
import { keepBuild, takeKept } from "./kept-build.ts";
import {
  emptyModules,
  filesOnDemand,
  functionExpressions,
  neverLoaded,
  versionsOnly,
} from "./lean-bundles.ts";
import { type MadeModules, madeModules } from "./made-modules.ts";
import { replaceFolder } from "./replace-folder.ts";
import { roomPageFiles } from "./room-page.ts";
import { verifierDigest, verifierText } from "./verifier.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

export interface BuildResult {
  /** Bytes that each function loads when it starts, by operation id. */
  sizes: Readonly<Record<string, number>>;
  metafile: Metafile;
}

/**
 * Functions whose `import()`s become separate files, so that each loads them only when needed:
 * - the worker: the step of one provider per run
 * - enrolment: its library, for valid invitations only
 * - counsel's links: their pages, for browsers only
 * - the courier: the senders, only for what is due, and SES's client, only for a mail
 * - reauthorising: the code for the providers, once nothing else refuses it
 * - below a room: its page, for a prefetch
 * - webhooks: EventBridge's client, for a delivery that starts a run
 * - changes that endpoints hear of: the code for that, while any endpoint is on
 * - the agents' function: the route table, for its tools only
 * - machines' functions: the library for tokens
 * - certificates: the PDF library, once there is something to draw
 * - makers of links: the code that says that two people are needed
 */
const inParts: ReadonlySet<string> = new Set([
  ...certificateDrawers,
  "announceLaws",
  "askClearance",
  "askFromPipeline",
  "askSystems",
  "askSystemsFromMachine",
  "callMcp",
  "cancelPanel",
  "cancelReview",
  "createPanel",
  "createReReviews",
  "createReview",
  "decideReview",
  "delegateReview",
  "deleteConnection",
  "discoveryWorker",
  "enrolCounselKey",
  "expireReviews",
  "getClearance",
  "inviteCounselKey",
  "openKeyEnrolment",
  "openReview",
  "putFramework",
  "putRules",
  "reauthorizeConnection",
  "receiveEventbusWebhook",
  "receiveSourcehostWebhook",
  "extendReview",
  "renewReviewLink",
  "replayTenantWebhookDelivery",
  "replayWebhookDelivery",
  "runCourier",
  ...allRoutes
    .filter(({ access }) => access === "room" || access === "machine")
    .map(({ id }) => id),
]);

/**
 * Bundles every function to `<outdir>/<operation>/index.js` in one call, as minified CommonJS (an ESM
 * import of a built-in costs 20 ms of cold start). Each new file replaces the old one as a whole, so a
 * run that still has to load functions from the folder finds every file complete at any moment. If the
 * sources are the same as before, it takes the previous build (infra/kept-build.ts).
 */
export async function buildFunctions(
  outdir = distFolder,
  { hasMaps = false, units = functionUnits }: BuildExtent = {},
): Promise<BuildResult> {
  const fresh = `${outdir}-building-${process.pid}`;
  const isUsual = !hasMaps && units === functionUnits;
  try {
    if (!isUsual || !(await takeKept(fresh))) {
      await buildInto(fresh, { ...bundleOptions, sourcemap: hasMaps && "external" }, units);
      if (isUsual) await keepBuild(fresh);
    }
    const result = await builtFunctions(fresh);
    await replaceFolder(outdir, fresh);
    return result;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

interface BuildExtent {
  /**
   * Writes source maps beside the bundles, 130 MB: for a deployment, whose log refers to places in
   * them.
   */
  hasMaps?: boolean;
  /** The functions to build; by default all. */
  units?: readonly FunctionUnit[];
}

/** The result of the last build into that folder. */
export async function builtFunctions(outdir = distFolder): Promise<BuildResult> {
  const read = async (name: string) => JSON.parse(await readFile(`${outdir}/${name}.json`, "utf8"));
  return { sizes: await read("sizes"), metafile: await read("metafile") };
}

async function buildInto(
  outdir: string,
  options: BundleOptions,
  units: readonly FunctionUnit[],
): Promise<void> {
  const isInParts = ({ id }: FunctionUnit) => inParts.has(id);
  const whole = units.filter((unit) => !isInParts(unit));
  const metafiles = await Promise.all([
    buildWhole(whole, outdir, options),
    buildEachInParts(units.filter(isInParts), outdir, options),
  ]);
  const metafile = joined(metafiles);
  await writeDocsFiles(outdir);
  await writeConsoleFiles(outdir);
  await writeCertificateFiles(outdir);
  await writeFile(`${outdir}/worker.js`, await localWorker());
  await writeFile(`${outdir}/package.json`, '{ "type": "commonjs" }\n');
  const sizes = units.map(({ id }) => {
    const files = filesAtStart(metafile, relative(root, `${outdir}/${id}/index.js`));
    return [id, files.reduce((sum, file) => sum + (metafile.outputs[file]?.bytes ?? 0), 0)];
  });
  await writeFile(`${outdir}/sizes.json`, JSON.stringify(Object.fromEntries(sizes)));
  await writeFile(`${outdir}/metafile.json`, JSON.stringify(metafile));
}

/** How to build a function as one file. */
export const inOneFile = {
  format: "cjs",
  // An import() builds the ESM view of everything that a built-in loads lazily (node:http: 20 ms).
  supported: { "dynamic-import": false },
} as const;

/** One file for each function. */
async function buildWhole(
  units: readonly FunctionUnit[],
  outdir: string,
  options: BundleOptions,
): Promise<Metafile> {
  const { metafile } = await build({
    ...options,
    ...inOneFile,
    entryPoints: Object.fromEntries(units.map(({ id, entry }) => [`${id}/index`, entry])),
    outdir,
    metafile: true,
  });
  return metafile;
}

async function buildEachInParts(
  units: readonly FunctionUnit[],
  outdir: string,
  options: BundleOptions,
): Promise<Metafile> {
  const builder = await startPartsBuilder(options);
  try {
    const metafiles: Metafile[] = [];
    for (const { id, entry } of units) {
      metafiles.push(await builder.build(resolve(root, entry), `${outdir}/${id}`));
    }
    return joined(metafiles);
  } finally {
    await builder.end();
  }
}

const joined = (metafiles: readonly Metafile[]): Metafile => ({
  inputs: Object.assign({}, ...metafiles.map(({ inputs }) => inputs)),
  outputs: Object.assign({}, ...metafiles.map(({ outputs }) => outputs)),
});

/** The text that every thread of the local run starts from. */
async function localWorker(): Promise<string> {
  const text = await readFile(`${root}infra/local/runtime/worker.ts`, "utf8");
  return (await transform(text, { loader: "ts", format: "cjs", target: "node24" })).code;
}

const modules: MadeModules = {
  openapi: [
    "text",
    () => gzipSync(JSON.stringify(openapiDocument()), { level: 9 }).toString("base64"),
  ],
  verifier: ["text", verifierText],
  "verifier-digest": ["text", verifierDigest],
  "clearance-check": ["text", clearanceCheckText],
  "counsel-page": ["json", counselPageText],
  "room-page": ["json", roomPageFiles],
  docs: ["json", docsFiles],
  console: ["json", consoleFiles],
  built: ["json", builtVersion],
};

/** The options of every bundle. */
export const bundleOptions: BundleOptions = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  platform: "node",
  target: "node24",
  mainFields: ["module", "main"],
  // Its ES module finds its data by its own address, and a CommonJS bundle has no such address.
  alias: { pdfkit: createRequire(import.meta.url).resolve("pdfkit") },
  external: [...neverLoaded],
  legalComments: "none",
  logLevel: "warning",
  sourcemap: false,
  plugins: [madeModules(modules), functionExpressions, versionsOnly, emptyModules, filesOnDemand],
};
