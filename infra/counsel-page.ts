import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const folder = fileURLToPath(new URL("../functions/reviews/page", import.meta.url));

/**
 * Style sheet and scripts of counsel's pages (review, passkey, reminders), bundled and minified: the
 * contents of the module `virtual:counsel-page`.
 * @throws Error when one of them contains its own closing tag
 */
export async function counselPageText(): Promise<
  Record<"style" | "script" | "keyScript" | "stopScript", string>
> {
  const [style = "", script = "", keyScript = "", stopScript = ""] = await Promise.all(
    [
      `${folder}/style.css`,
      `${folder}/script/main.ts`,
      `${folder}/script/key.ts`,
      `${folder}/script/stop.ts`,
    ].map(browserText),
  );
  return { style, script, keyScript, stopScript };
}

async function browserText(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    platform: "browser",
    target: "es2022",
    format: "iife",
    legalComments: "none",
    charset: "utf8",
    write: false,
    logLevel: "warning",
  });
  const text = outputFiles[0]?.text.trim() ?? "";
  if (/<\/(style|script)|<!--/i.test(text)) throw new Error(`${entry} would end its own tag.`);
  return text;
}
