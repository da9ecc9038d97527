import { fileURLToPath } from "node:url";
import { inlineText } from "./browser-text.ts";

const folder = fileURLToPath(new URL("../functions/reviews/page", import.meta.url));

/**
 * Style sheet and scripts of counsel's pages (review, passkey, reminders), bundled and minified. They
 * are the contents of the module `virtual:counsel-page`.
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
    ].map(inlineText),
  );
  return { style, script, keyScript, stopScript };
}
