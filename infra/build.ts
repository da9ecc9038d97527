import { readFile, rm, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Metafile, type Plugin } from "esbuild";
import { openapiDocument } from "../shared/routes/openapi.ts";
import { counselPageText } from "./counsel-page.ts";
import { functionUnits } from "./functions.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
export const distFolder = fileURLToPath(new URL("../dist", import.meta.url));

export interface BuildResult {
  /** Bytes of every function's bundle, by operation id. */
  sizes: Readonly<Record<string, number>>;
  metafile: Metafile;
}

/**
 * Bundles every function to `dist/<operation>/index.js` in one call: CommonJS (an ESM import of a
 * built-in costs 20 ms of cold start), minified, source maps beside.
 */
export async function buildFunctions(outdir = distFolder): Promise<BuildResult> {
  await rm(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(functionUnits.map(({ id, entry }) => [`${id}/index`, entry])),
    outdir,
    bundle: true,
    minify: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    mainFields: ["module", "main"],
    // An import() of a built-in makes its ESM view, which loads all that the built-in loads lazily:
    // the SDK's import("node:http") at the first call alone costs 20 ms. require does not.
    supported: { "dynamic-import": false },
    sourcemap: "external",
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
    plugins: [
      openapiText,
      verifierText,
      counselPage,
      environmentCredentials,
      unusedParts,
      shortErrors,
    ],
  });
  await writeFile(`${outdir}/package.json`, '{ "type": "commonjs" }\n');
  const sizes = Object.entries(metafile.outputs)
    .filter(([file]) => file.endsWith("index.js"))
    .map(([file, { bytes }]) => [relative(outdir, `${root}${file}`).split("/")[0], bytes]);
  return { sizes: Object.fromEntries(sizes), metafile };
}

const openapiText: Plugin = {
  name: "openapi-text",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^virtual:openapi$/ }, () => ({ path: "openapi", namespace: "virtual" }));
    onLoad({ filter: /^openapi$/, namespace: "virtual" }, () => ({
      contents: JSON.stringify(openapiDocument()),
      loader: "text",
    }));
  },
};

/** The offline verifier, handed out as the file it is. */
const verifierText: Plugin = {
  name: "verifier-text",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^virtual:verifier$/ }, () => ({
      path: `${root}shared/domain/evidence/verify-bundle.mjs`,
      namespace: "verifier",
    }));
    onLoad({ filter: /.*/, namespace: "verifier" }, async ({ path }) => ({
      contents: await readFile(path, "utf8"),
      loader: "text",
    }));
  },
};

/** Style sheet and script of the counsel page as text. */
const counselPage: Plugin = {
  name: "counsel-page",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^virtual:counsel-page$/ }, () => ({
      path: "counsel-page",
      namespace: "virtual",
    }));
    onLoad({ filter: /^counsel-page$/, namespace: "virtual" }, async () => ({
      contents: JSON.stringify(await counselPageText()),
      loader: "json",
    }));
  },
};

/** In Lambda, credentials come from the environment; the other providers are 127 KB and 8 ms. */
const environmentCredentials: Plugin = {
  name: "environment-credentials",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, () => ({
      path: "provider",
      namespace: "environment-credentials",
    }));
    onLoad({ filter: /.*/, namespace: "environment-credentials" }, () => ({
      contents:
        'import { fromEnv } from "@aws-sdk/credential-provider-env";' +
        "export const defaultProvider = (options) => fromEnv(options);",
      resolveDir: `${root}node_modules/@aws-sdk/client-dynamodb`,
    }));
  },
};

/**
 * Parts of libraries that no function runs, left out of the bundles: the SDK's event streams (only
 * streaming services use them), its SHA-256 for platforms without node:crypto, the rate limiter of its
 * adaptive retries (ours are the standard ones), its question to an EC2 instance for the region, the
 * cache of its endpoint discovery (no command of ours asks for one), the text of its package.json
 * besides name and version, the address guard's lists of a vendor's domains, and zod's writer of JSON
 * Schema, which runs when the OpenAPI document is built.
 */
const unusedParts: Plugin = {
  name: "unused-parts",
  setup({ onLoad }) {
    onLoad({ filter: /zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ }, () => ({
      contents: "module.exports = new Proxy({}, { get: () => () => () => undefined });",
    }));
    onLoad({ filter: /@smithy\/core\/dist-es\/submodules\/event-streams\/index\.js$/ }, () => ({
      contents: "module.exports = {};",
    }));
    onLoad({ filter: /@smithy\/core\/dist-es\/.*\/sha256\/Sha256Js\.js$/ }, () => ({
      contents: "export class Sha256Js {}",
    }));
    onLoad({ filter: /@smithy\/core\/dist-es\/.*\/DefaultRateLimiter\.js$/ }, () => ({
      contents: "export class DefaultRateLimiter {}",
    }));
    onLoad({ filter: /@smithy\/core\/dist-es\/.*\/getInstanceMetadataRegion\.js$/ }, () => ({
      contents: "export const getInstanceMetadataRegion = async () => undefined;",
    }));
    onLoad({ filter: /@aws-sdk\/endpoint-cache\/.*\/index\.js$/ }, () => ({
      contents: "export class EndpointCache {}",
    }));
    onLoad({ filter: /@microsoft\/antissrf\/out\/src\/URIValidator\.js$/ }, () => ({
      contents: "module.exports = {};",
    }));
    onLoad({ filter: /@aws-sdk\/client-[a-z-]+\/package\.json$/ }, async ({ path }) => {
      const { name, version } = JSON.parse(await readFile(path, "utf8"));
      return { contents: JSON.stringify({ name, version }), loader: "json" };
    });
  },
};

/** A class of the SDK's generated errors that adds nothing to its base but its name. */
const plainError =
  /export class (\w+) extends __BaseException \{\s*static shapeId = ("[^"]+");\s*name = "\1";\s*\$fault = "(\w+)";\s*constructor\(opts\) \{\s*super\(\{\s*name: "\1",\s*\$fault: "\3",\s*\.\.\.opts,?\s*\}\);\s*Object\.setPrototypeOf\(this, \1\.prototype\);\s*\}\s*\}/g;

/**
 * Every SDK client carries a class for each error of its service, nearly all alike: one maker
 * instead of the classes, 5 to 7 KB. Classes with members of their own stay as they are.
 */
const shortErrors: Plugin = {
  name: "short-errors",
  setup({ onLoad }) {
    onLoad({ filter: /@aws-sdk\/client-[a-z-]+\/dist-es\/models\/errors\.js$/ }, async (file) => ({
      contents: `${(await readFile(file.path, "utf8")).replace(plainError, 'export const $1 = plain($2, "$3");')}
function plain(shapeId, $fault) {
  const name = shapeId.split("#")[1];
  return class Plain extends __BaseException {
    static shapeId = shapeId;
    name = name;
    $fault = $fault;
    constructor(opts) {
      super({ name, $fault, ...opts });
      Object.setPrototypeOf(this, Plain.prototype);
    }
  };
}`,
    }));
  },
};
