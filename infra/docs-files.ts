import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";

const types: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

/** Renders this deployment's own OpenAPI document; sends no requests to other hosts. */
const start = `SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  supportedSubmitMethods: [],
  validatorUrl: null,
});
`;

/** The API reference's renderer, from its package, and start script: name, type, bytes. */
async function namedFiles() {
  // Not import.meta.resolve: tests build too, and their module runner does not support it.
  const require = createRequire(import.meta.url);
  const sources = {
    "style.css": await readFile(require.resolve("swagger-ui-dist/swagger-ui.css")),
    "renderer.js": await readFile(require.resolve("swagger-ui-dist/swagger-ui-bundle.js")),
    "start.js": Buffer.from(start),
  };
  return Object.entries(sources).map(([name, bytes]) => {
    const [stem = "", ending = ""] = name.split(".");
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 10);
    return {
      name: `${stem}-${hash}.${ending}`,
      type: types[ending] ?? "application/octet-stream",
      bytes,
    };
  });
}

/** The files' names and types: the contents of the module `virtual:docs`. */
export const docsFiles = async () => ({
  files: (await namedFiles()).map(({ name, type }) => ({ name, type })),
});

/** Writes the files next to the function, which reads them on demand; its bundle lacks them. */
export async function writeDocsFiles(outdir: string): Promise<void> {
  await mkdir(`${outdir}/openDocs/files`, { recursive: true });
  for (const { name, bytes } of await namedFiles()) {
    await writeFile(`${outdir}/openDocs/files/${name}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
