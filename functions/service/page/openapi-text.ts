import { gunzipSync } from "node:zlib";
import document from "virtual:openapi";

let text: string | undefined;

/** The document's text, stored compressed so that the function loads sooner. */
export function openapiText(): string {
  text ??= gunzipSync(Buffer.from(document, "base64")).toString("utf8");
  return text;
}
