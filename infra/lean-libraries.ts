import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";

/*
 * What the bundles leave out of libraries. Each entry was measured: a function's cold start is the
 * loading of its code, and half of what the SDK brings is for other platforms and services.
 */

const awsSdk = fileURLToPath(new URL("../node_modules/@aws-sdk/client-dynamodb", import.meta.url));

/** In Lambda, credentials come from the environment; the other providers are 127 KB and 8 ms. */
export const environmentCredentials: Plugin = {
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
      resolveDir: awsSdk,
    }));
  },
};

interface UnusedPart {
  /** The file, from its package's name on. */
  file: RegExp;
  why: string;
  /** What replaces it; imports resolve as from the file itself. */
  contents: string;
}

const smithy = (path: string): RegExp => new RegExp(`@smithy/core/dist-es/.*${path}\\.js$`);

const parts: readonly UnusedPart[] = [
  {
    file: /zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/,
    why: "the OpenAPI document is written when the functions are built",
    contents: "module.exports = new Proxy({}, { get: () => () => () => undefined });",
  },
  {
    file: smithy("/event-streams/index"),
    why: "only streaming services have them",
    contents: "module.exports = {};",
  },
  {
    file: smithy("/stream-type-check"),
    why: "no body of ours is a web stream, and to ask loads all of them",
    contents: "export const isReadableStream = () => false; export const isBlob = () => false;",
  },
  {
    file: smithy("/isStreamingPayload"),
    why: "no body of ours is a stream",
    contents: "export const isStreamingPayload = () => false;",
  },
  {
    file: smithy("/Sha256Js"),
    why: "for platforms without node:crypto",
    contents: "export class Sha256Js {}",
  },
  {
    file: smithy("/uuid/v4"),
    why: "reaches its UUIDs through all of WebCrypto",
    contents:
      'import { randomUUID } from "node:crypto"; export const bindV4 = () => () => randomUUID();',
  },
  {
    file: smithy("/util-retry/(AdaptiveRetryStrategy|DefaultRateLimiter)"),
    why: "our retries are the standard ones",
    contents: "export class AdaptiveRetryStrategy {} export class DefaultRateLimiter {}",
  },
  {
    file: smithy("/getInstanceMetadataRegion"),
    why: "asks an EC2 instance for the region",
    contents: "export const getInstanceMetadataRegion = async () => undefined;",
  },
  {
    file: smithy("/loadSharedConfigFiles"),
    why: "a function has no configuration files, and looking for them costs every cold start",
    contents:
      'export { CONFIG_PREFIX_SEPARATOR } from "./constants";' +
      "export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} });",
  },
  {
    file: smithy("/service-customizations/index"),
    why: "no function calls that service",
    contents: "export const resolveParamsForS3 = async (params) => params;",
  },
  {
    file: smithy("/smithy-client/schemaLogFilter"),
    why: "no client of ours has a logger, and the filter walks over every request and answer",
    contents: "export const schemaLogFilter = (schema, data) => data;",
  },
  {
    file: /@aws-sdk\/core\/dist-es\/.*\/loggerMiddleware\.js$/,
    why: "as above",
    contents:
      "export const loggerMiddleware = () => (next) => next; export const loggerMiddlewareOptions = {};" +
      "export const getLoggerPlugin = () => ({ applyToStack() {} });",
  },
  {
    file: /@aws-sdk\/core\/dist-es\/.*\/client\/emitWarningIfUnsupportedVersion\.js$/,
    why: "the functions' Node is fixed",
    contents: "export const state = {}; export const emitWarningIfUnsupportedVersion = () => {};",
  },
  {
    file: /@smithy\/signature-v4\/dist-es\/HeaderFormatter\.js$/,
    why: "signs the messages of event streams",
    contents: "export class HeaderFormatter {}",
  },
  {
    file: /@aws-sdk\/signature-v4-multi-region\/.*\/index\.js$/,
    why: "each bus is in one region",
    contents: 'export { SignatureV4 as SignatureV4MultiRegion } from "@smithy/signature-v4";',
  },
  {
    file: /@aws-sdk\/endpoint-cache\/.*\/index\.js$/,
    why: "no command of ours asks for endpoint discovery",
    contents: "export class EndpointCache {}",
  },
  {
    file: /@microsoft\/antissrf\/out\/src\/URIValidator\.js$/,
    why: "lists of a vendor's own domains",
    contents: "module.exports = {};",
  },
];

/** The files that are replaced; a test tells when a library moved one. */
export const replacedFiles: readonly RegExp[] = parts.map(({ file }) => file);

/** Parts of libraries that no function runs. */
export const unusedParts: Plugin = {
  name: "unused-parts",
  setup({ onLoad }) {
    for (const { file, contents } of parts) {
      onLoad({ filter: file }, ({ path }) => ({ contents, resolveDir: dirname(path) }));
    }
  },
};

/** middy loads all of node:http for the names that it gives to errors. */
export const namesOfStatusCodes: Plugin = {
  name: "names-of-status-codes",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:http$/ }, ({ importer }) =>
      importer.includes("/@middy/util/") ? { path: "status", namespace: "status" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "status" }, () => ({
      contents: "export const STATUS_CODES = {};",
    }));
  },
};

/** The SDK's clients carry their whole package.json for name and version. */
export const shortVersions: Plugin = {
  name: "short-versions",
  setup({ onLoad }) {
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
export const shortErrors: Plugin = {
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
