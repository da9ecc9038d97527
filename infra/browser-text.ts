import { build } from "esbuild";

/** A style sheet or script for browsers, bundled and minified. @param entry absolute */
async function browserText(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    platform: "browser",
    target: "es2022",
    format: "iife",
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    charset: "utf8",
    write: false,
    logLevel: "warning",
  });
  return outputFiles[0]?.text.trim() ?? "";
}

/** Text to embed in the page itself. @throws Error if it would close its own tag */
export async function inlineText(entry: string): Promise<string> {
  const text = await browserText(entry);
  if (/<\/(style|script)|<!--/i.test(text)) throw new Error(`${entry} would end its own tag.`);
  return text;
}
