import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { browserText, inlineText } from "./browser-text.ts";

const folder = fileURLToPath(new URL("../functions/rooms/page", import.meta.url));

/**
 * What the module `virtual:room-page` exports: style sheet and script of a room's page, which are
 * inline, and the verifier, a file under a content-hashed name that the script loads after its first
 * result.
 */
export async function roomPageFiles() {
  const [style, script, program] = await Promise.all([
    inlineText(`${folder}/style.css`),
    inlineText(`${folder}/script/main.tsx`),
    browserText(`${folder}/script/verifier/verifier.ts`, "esm"),
  ]);
  const hash = createHash("sha256").update(program).digest("hex").slice(0, 10);
  const verifier = `verifier-${hash}.js`;
  const gzip = gzipSync(program, { level: 9 }).toString("base64");
  return {
    style,
    script,
    verifier,
    files: [{ name: verifier, type: "text/javascript; charset=utf-8", gzip }],
  };
}
