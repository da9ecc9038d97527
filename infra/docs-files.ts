import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { inlineText } from "./browser-text.ts";
import { readGuide } from "./guide/guide.ts";

const types: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

/** Renders this deployment's own OpenAPI document and sends no requests to other hosts. */
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

const guideStyle = fileURLToPath(new URL("../functions/service/page/guide.css", import.meta.url));

interface ServedFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/** The pages of the guide, each under its own name, and the entries that the console finds. */
export async function guideFiles() {
  const { pages, ...found } = await readGuide((await hashedFiles()).style);
  const files = pages.map(({ name, text }): ServedFile => {
    return { name, type: "text/html; charset=utf-8", bytes: Buffer.from(text) };
  });
  return { files, found };
}

async function namedFiles(): Promise<ServedFile[]> {
  const [{ files }, guide] = await Promise.all([hashedFiles(), guideFiles()]);
  return [...files, ...guide.files];
}

/** The API reference's renderer, from its package, its start script, and the guide's style sheet. */
async function hashedFiles(): Promise<{ files: ServedFile[]; style: string }> {
  // Not import.meta.resolve: tests build too, and their module runner does not support it.
  const require = createRequire(import.meta.url);
  const sources = {
    "style.css": await readFile(require.resolve("swagger-ui-dist/swagger-ui.css")),
    "renderer.js": await readFile(require.resolve("swagger-ui-dist/swagger-ui-bundle.js")),
    "start.js": Buffer.from(start),
    "guide.css": Buffer.from(await inlineText(guideStyle)),
  };
  const files = Object.entries(sources).map(([name, bytes]) => {
    const [stem = "", ending = ""] = name.split(".");
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 10);
    return {
      name: `${stem}-${hash}.${ending}`,
      type: types[ending] ?? "application/octet-stream",
      bytes,
    };
  });
  return { files, style: files.find(({ name }) => name.startsWith("guide-"))?.name ?? "" };
}

/** The files' names and types: the contents of the module `virtual:docs`. */
export const docsFiles = async () => ({
  files: (await namedFiles()).map(({ name, type }) => ({ name, type })),
});

/** Writes the files next to the function, which reads them on demand: its bundle lacks them. */
export async function writeDocsFiles(outdir: string): Promise<void> {
  await mkdir(`${outdir}/openDocs/files`, { recursive: true });
  for (const { name, bytes } of await namedFiles()) {
    await writeFile(`${outdir}/openDocs/files/${name}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
