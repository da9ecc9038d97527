import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { type BuildOptions, build } from "esbuild";

const folder = fileURLToPath(new URL("../functions/rooms/page", import.meta.url));

const inBrowser = {
  bundle: true,
  minify: true,
  platform: "browser",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  charset: "utf8",
  write: false,
  logLevel: "warning",
} satisfies BuildOptions;

/**
 * What the module `virtual:room-page` exports: style sheet and script of a room's page, which are
 * inline, and the verifier, a file under a content-hashed name that the script loads after its first
 * result.
 */
export async function roomPageFiles() {
  const [style, script, program] = await Promise.all([
    textOf(`${folder}/style.css`, {}),
    textOf(`${folder}/script/main.tsx`, { format: "iife" }),
    textOf(`${folder}/script/verifier/verifier.ts`, { format: "esm" }),
  ]);
  for (const text of [style, script]) {
    if (/<\/(style|script)|<!--/i.test(text)) throw new Error("A text would end its own tag.");
  }
  const hash = createHash("sha256").update(program).digest("hex").slice(0, 10);
  const verifier = `verifier-${hash}.js`;
  const gzip = gzipSync(program, { level: 9 }).toString("base64");
  return { style, script, verifier, files: [{ name: verifier, gzip }] };
}

async function textOf(entry: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    ...inBrowser,
    ...options,
    entryPoints: [entry],
    write: false,
  });
  return outputFiles[0]?.text.trim() ?? "";
}
