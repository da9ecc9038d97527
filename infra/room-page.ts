import { fileURLToPath } from "node:url";
import { inlineText } from "./browser-text.ts";
import { verifierDigest } from "./verifier.ts";

const folder = fileURLToPath(new URL("../functions/rooms/page", import.meta.url));

/**
 * The exports of the module `virtual:room-page`: style sheet and script of a room's page, which are
 * inline, and the SHA-256 of the verifier. The script imports the same verifier that everybody is
 * served.
 */
export async function roomPageFiles() {
  const [style, script, verifier] = await Promise.all([
    inlineText(`${folder}/style.css`),
    inlineText(`${folder}/script/main.tsx`),
    verifierDigest(),
  ]);
  return { style, script, verifier };
}
